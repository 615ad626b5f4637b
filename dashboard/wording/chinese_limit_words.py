"""The words of limits in Chinese."""

from __future__ import annotations

from dashboard.wording.counted import Counted
from dashboard.wording.limit_words import LimitWords

CHINESE_LIMITS = LimitWords(
    title="资源限制",
    lead=(
        "智能体的用量与策略允许的上限对照。恰好等于上限算在限内。"
        "没有人测量的就是“未测量”：既不是 0，也不算在限内。"
    ),
    names={
        "disk_bytes": "磁盘",
        "command_seconds": "单个命令",
        "memory_bytes": "内存",
        "network_bytes_per_second": "网络",
    },
    states={"passed": "已超出", "within": "在限内", "not_measured": "未测量"},
    at_most="最多 {most}",
    rule="上限为 {most}（{exact}），依据规则 {rule}。1 GB 为 1,000,000,000 字节。",
    card=Counted("共 {n} 个智能体 · {{unmeasured}} 个未测量", "共 {n} 个智能体 · {{unmeasured}} 个未测量"),
    limit="限制",
    state="状态",
    any_limit="全部限制",
    any_state="全部状态",
    agents="各次运行的智能体",
    agents_hint=(
        "超出限制最多的在前，其次按超出幅度。每个最高用量下面写明超出多少，以及全部测量中有多少次超出。"
        "数字通向它的依据，每一行通向随时间测得的用量。"
    ),
    agent="智能体",
    when="时间",
    not_known="本工作台没有这次运行",
    several=Counted("有 {n} 次运行使用这个编号", "有 {n} 次运行使用这个编号"),
    beyond="+{amount} · {measured} 次中 {passed} 次",
    beyond_derived="+{amount} · 推算 {measured} 次中 {passed} 次",
    of_measured=Counted("共测得 {n} 次", "共测得 {n} 次"),
    of_derived=Counted("共推算 {n} 次", "共推算 {n} 次"),
    unmeasured_commands=Counted("有 {n} 个命令的时长未知。", "有 {n} 个命令的时长未知。"),
    unmeasured_samples=Counted("有 {n} 条采样没有这一项。", "有 {n} 条采样没有这一项。"),
    derived="推算",
    derived_tip="没有人测量：这是从工具调用到得到结果的时间，包括等待批准的时间。",
    sampled="采样",
    policy="依据：{policy}。",
    cut="共 {total} 项，显示前 {shown} 项；可用筛选缩小范围。",
    none_match="没有这样的智能体。",
    clear="显示全部",
    empty="还没有运行，也没有采样",
    all_runs="全部运行",
    only_run="仅 {name}",
    whole_run="全部智能体",
    over_time="{limit}随时间的变化：{name}",
    over_time_hint="每个点是一条采样或一个命令；没有人测量的地方线条断开。时间以采样为准；命令标在开始的时刻。",
    which="哪项限制",
    limit_line="上限 {most}",
    to_run="查看运行",
    amount="用量",
    by="依据",
    stands="状态",
    zone_assumed="采样没有给出时区，按 UTC 读取。",
    use_cut="共 {total} 个，画出 {shown} 个：每段时间内最高的。",
    no_use="{limit}：未测量",
    nothing_of=Counted("有 {n} 个智能体没有任何测量。", "有 {n} 个智能体没有任何测量。"),
    list_them="列出",
    none_of_run="没有测量它的智能体的任何用量。",
    how="怎样才会被测量",
    how_title="工作台自己不做任何测量",
    how_text=(
        "请从智能体运行的地方发送采样：调用 record_resource_sample，"
        "或写成每行一条采样的文件，在导入页面或用 caseboard import 载入。没有测量的项目请不要填写。"
    ),
    how_commands="命令用了多久，由带有开始和结束时间的工具调用日志得知，不必另外发送。",
    to_import="导入",
    units={"bytes": "{n} 字节", "bytes_per_second": "每秒 {n} 字节", "seconds": "{n} 秒"},
)
