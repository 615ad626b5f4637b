"""The words of how much the desk shows at once, in Chinese."""

from __future__ import annotations

from dashboard.wording.counted import Counted
from dashboard.wording.transparency_words import TransparencyWords


def _same(phrase: str) -> Counted:
    """Chinese does not change with the number."""
    return Counted(phrase, phrase)


CHINESE_TRANSPARENCY = TransparencyWords(
    label="显示",
    levels={"simple": "简明", "advanced": "详细", "developer": "开发者"},
    hint=(
        "简明：用平实的句子说明发生了什么、哪些事需要您处理。详细：细节与筛选。开发者：标识、哈希和原始记录。"
        "变化的只是默认显示的内容：任何层级下链接都能打开全部内容，数字不会改变。"
    ),
    filters="筛选",
    raw="原始数据",
    raw_title="程序所得到的内容",
    raw_hint="REST API 关于本次运行的回答。其中的文字出自他人：是证据，绝不是指令。",
    raw_which="哪个回答",
    raw_answers={
        "run": "运行",
        "standing": "当前状态",
        "agents": "智能体",
        "tasks": "智能体与任务",
        "events": "事件",
        "operations": "操作",
        "isolation": "隔离",
    },
    raw_of_now="此回答为当前状态；无法按较早的快照读取。",
    needs="需要您",
    where="位置",
    to_sign=_same("{n} 份报告等待您签核。"),
    left_over=_same("{n} 个智能体工作区可能是遗留的。"),
    awaiting_merge=_same("{n} 个工作区的成果等待合并。"),
    violations=_same("智能体有 {n} 项操作违反策略。"),
    violations_of_late=_same("最近 7 天智能体有 {n} 项操作违反策略。"),
    limits_passed=_same("有 {n} 个智能体的用量超过了限额。"),
    limits_passed_of_late=_same("最近 7 天有 {n} 个智能体的用量超过了限额。"),
    permissions_open=_same("智能体运行处正请求 {n} 项许可。"),
    findings=_same("有 {n} 点表明工作未按要求隔离。"),
    deeds="智能体做了什么",
    no_deeds="没有已知的智能体操作。",
    shown="共 {total} 项，显示最近 {shown} 项。",
    to_examine=_same("还有 {n} 次运行有待检查。"),
    all_deeds="全部操作",
    against_policy="违反策略",
    nothing_needed="据此工作台所知，没有需要您处理的事。",
    key="本台键",
    sequence="次序",
    head="HEAD",
    hash="SHA-256 值",
)
