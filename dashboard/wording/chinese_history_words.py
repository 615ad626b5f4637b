"""The words of the history of a report, in Chinese."""

from __future__ import annotations

from dashboard.wording.counted import Counted
from dashboard.wording.history_words import HistoryWords

HISTORY = HistoryWords(
    title="报告历史",
    all=Counted("历史：{n} 个版本", "历史：全部 {n} 个版本"),
    back="阅读最新版本",
    since_look="自您上次查看以来的变化（第 {before} 版 → 第 {after} 版）",
    change="改动",
    change_hint="与前一版相比，根据两版正文统计。",
    first="首个版本",
    not_yet="正在统计",
    not_yet_hint="该版本刚刚发布，统计完成后即显示其改动。",
    gaps="缺口",
    gaps_hint="该版本中未关闭的缺口；下方为新开和关闭的数量。",
    open=Counted("{n} 个未关闭", "{n} 个未关闭"),
    moved_hint="新开 {opened} 个，关闭 {closed} 个",
    cost="费用",
    no_calls="无用量",
    not_known_hint="已关联的运行未说明用量；这不等于零。",
    worked="智能体工作了 {length}。",
    author="发布",
    author_hint="发布时间和发布者。",
    author_unknown="作者未知",
    one="第 {n} 版",
    earlier="较早",
    later="较晚",
    compare="比较第 {before} 版与第 {after} 版",
    missing=Counted("缺第 {n} 版", "缺第 {n} 版"),
    missing_hint="本台没有该编号的版本；改动是相对第 {n} 版统计的。",
    missing_first_hint="本台没有该编号的版本。",
    same_second="同一秒",
    same_second_hint="有两个版本在同一秒发布；先后以编号为准。",
    made_up="引用了虚构证据",
    kept_in="导入",
    kept_in_hint="原保存于 {where}，按那里的规则发布。",
    hide="隐藏仅措辞或格式的改动",
    hidden=Counted(
        "已隐藏 {n} 个版本：仅改动措辞或格式，或没有改动。",
        "已隐藏 {n} 个版本：仅改动措辞或格式，或没有改动。",
    ),
    strip="各版本的未关闭缺口与费用",
    strip_unknown="未知",
    strip_floor="至少",
    empty_title="尚无报告",
)
