"""The words of what people write on the desk in Chinese."""

from __future__ import annotations

from dashboard.wording.answer_words import DraftWords

DRAFT = DraftWords(
    kept="已存为您的草稿，{when}",
    not_yet="您在此处写下的内容会存为草稿。",
    kept_hint="草稿不会显示给其他人。重新加载后或在另一个标签页中，它仍在这里。",
    not_kept="此内容未存为草稿",
    not_sent="此内容未发送",
    choose="请选择",
    discard="放弃草稿",
    discard_hint="您在此处写下的内容将被忘记。先前已发送的内容不会改变。",
    sent="此内容已发送，{when}",
    sent_text="来自另一个标签页，或在答复到达此页之前。再次发送不会改变任何内容。",
    anew="重新开始",
)
