"""The words of the policy of agents in Chinese."""

from __future__ import annotations

from dashboard.wording.counted import Counted
from dashboard.wording.policy_words import PolicyWords

CHINESE_POLICY = PolicyWords(
    verdict="规则判定",
    verdicts={
        "allowed": "允许",
        "needs_approval": "需要批准",
        "denied": "禁止",
        "unknown": "无法判断",
    },
    zone="区域",
    zones={
        "core": "应用核心区",
        "workspace": "工作区",
        "shared_tools": "共享工具区",
        "user_system": "用户系统区",
    },
    no_zone="无，或未知",
    capability="能力",
    capabilities={
        "read_file": "读取文件",
        "write_file": "写入文件",
        "change_config": "修改配置",
        "run_system_command": "执行命令",
        "run_code": "运行代码",
        "install_npm_package": "安装 npm 包",
        "install_python_package": "安装 Python 包",
        "install_other_package": "安装其他软件包",
        "upgrade_self": "自我升级",
        "download_tool": "下载",
        "call_api": "访问其他机器",
        "set_environment": "设置变量",
    },
    operation="操作",
    operations={
        "execute": "执行",
        "install": "安装",
        "download": "下载",
        "write": "写入",
        "read": "读取",
    },
    target="目标",
    rule="规则",
    why="原因",
    level="需要的隔离级别",
    no_level="无法判断",
    dangerous="在危险命令清单上",
    effects="它会做什么",
    cut=Counted("还有 {n} 项作用未列出", "还有 {n} 项作用未列出"),
    policy="策略",
    nothing_ran="没有执行任何操作，这个回答也不构成许可。",
)
