"""What kind of work a span stands for, under each of the conventions in use.

The conventions: OpenTelemetry's GenAI (`gen_ai.*`, old and new names), OpenInference (`openinference.*`,
`llm.*`), OpenLLMetry (`traceloop.*`), and what the Vercel SDK, MLflow, LangSmith and Langfuse write.
"""

from __future__ import annotations

from typing import Any

from data_access.importers.otlp.span_record import Attributes
from data_access.rules.span_tree import (
    AGENT,
    EMBEDDING,
    EVALUATION,
    GUARDRAIL,
    MODEL,
    RERANKING,
    RETRIEVAL,
    STEP,
    TOOL,
)

_WORDS = {
    "agent": AGENT,
    "invoke_agent": AGENT,
    "create_agent": AGENT,
    "llm": MODEL,
    "chat": MODEL,
    "chat_model": MODEL,
    "completion": MODEL,
    "text_completion": MODEL,
    "generate_content": MODEL,
    "generation": MODEL,
    "response": MODEL,
    "embedding": EMBEDDING,
    "embeddings": EMBEDDING,
    "reranker": RERANKING,
    "rerank": RERANKING,
    "tool": TOOL,
    "tool_call": TOOL,
    "execute_tool": TOOL,
    "function": TOOL,
    "retriever": RETRIEVAL,
    "retrieval": RETRIEVAL,
    "vector_search": RETRIEVAL,
    "guardrail": GUARDRAIL,
    "evaluator": EVALUATION,
    "chain": STEP,
    "prompt": STEP,
    "parser": STEP,
    "workflow": STEP,
    "invoke_workflow": STEP,
    "task": STEP,
    "span": STEP,
    "unknown": STEP,
}
_NAMES = (
    "openinference.span.kind",
    "gen_ai.operation.name",
    "traceloop.span.kind",
    "langsmith.span.kind",
    "langfuse.observation.type",
    "mlflow.spanType",
    "llm.request.type",
)
"""Attributes that say it, the plainest first."""
KIND_NAMES = (*_NAMES, "ai.operationId")
"""Attributes whose words decide; of the others that are looked at only whether they are there counts."""
_VERCEL = {
    "ai.toolcall": TOOL,
    "ai.generatetext.dogenerate": MODEL,
    "ai.streamtext.dostream": MODEL,
    "ai.generateobject.dogenerate": MODEL,
    "ai.streamobject.dostream": MODEL,
    "ai.embed.doembed": EMBEDDING,
    "ai.embedmany.doembed": EMBEDDING,
}


def kind_of_span(attributes: Attributes) -> str:
    """Return the kind; a span that says nothing known is a step."""
    for name in _NAMES:
        told = attributes.get(name)
        if told is not None:
            kind = _WORDS.get(_word(told))
            if kind is not None:
                return kind
    if "ai.operationId" in attributes:
        return _VERCEL.get(_word(attributes["ai.operationId"]), STEP)
    if "gen_ai.tool.name" in attributes or "tool.name" in attributes:
        return TOOL
    if (
        "gen_ai.response.model" in attributes
        or "gen_ai.request.model" in attributes
        or "llm.model_name" in attributes
    ):
        return MODEL
    return STEP


def _word(told: Any) -> str:
    return told.strip('"').lower() if isinstance(told, str) else ""
