"""The words of signing reports off in Chinese."""

from __future__ import annotations

from dashboard.wording.counted import Counted
from dashboard.wording.sign_off_words import SignOffWords


def _same(phrase: str) -> Counted:
    return Counted(phrase, phrase)


SIGN_OFF = SignOffWords(
    title="签核",
    of_revision="第 {n} 版的签核",
    nobody="尚无人签核",
    nobody_hint="每个人对每一版各自签核；新的一版不继承任何签核。",
    reviewed=_same("{n} 人已审阅"),
    needs_work=_same("{n} 人认为需修改"),
    verdicts={"reviewed": "已审阅", "needs_work": "需修改", "withdrawn": "已收回"},
    older="签核的是第 {n} 版；最新为第 {newest} 版",
    not_this="签核的是第 {n} 版",
    corrected="已由 {id} 更改",
    withdrawn="{when}收回",
    withdrawn_label="收回的原因",
    you="您",
    earlier=_same("{n} 条较早的签核"),
    cut="共 {n} 条；列出最近的 {shown} 条。",
    sign="签核第 {n} 版",
    change="更改您对第 {n} 版的签核",
    moves_nothing=(
        "这里以您的名义说明对第 {n} 版的看法，不推动案件。如需再次调查，请在案件页面使用“再次调查”。"
    ),
    signs_older="您签核的是第 {n} 版；最新为第 {newest} 版，不因此视为已签核。",
    as_whom="签核人：{name}。",
    note="说明",
    note_hint="选择“需修改”时必填：要改什么。智能体和其他人都会读到。",
    as_reviewed="已审阅",
    as_needs_work="需修改",
    no_note="请先写明要改什么。",
    begun="继续写您对第 {n} 版的说明",
    undo="收回您的签核",
    undo_hint="仍可查阅，标为已收回；之后可以重新签核。",
    refused="您的签核未保存",
    not_undone="未能收回",
    may_not="您在此处不能签核。{why}",
    closed="案件已取消，不再签核。",
    stored="已保存为 {id}：第 {n} 版，{verdict}。案件没有任何变动。",
    stored_older="最新为第 {newest} 版，不因此视为已签核。",
    undone="{id} 已收回，仍可在下方查阅。",
    to_sign="待签核的报告",
    to_sign_hint="各案件中您尚未签核的最新一版；不含中期报告。签核不是欠办事项，也没有案件在等待签核，因此不计入菜单数字。",
    none_to_sign="没有尚待您签核的最新报告。",
    others="其他人",
    nobody_else="无人",
    yours_before="您签核过第 {n} 版",
    not_signed="未签核",
)
