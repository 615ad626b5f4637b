"""The words of plain sentences about what agents did, in Chinese."""

from __future__ import annotations

from dashboard.wording.sentence_words import SentenceWords

CHINESE_SENTENCES = SentenceWords(
    agent="智能体 {name} ",
    some_agent="某个智能体",
    main_agent="主智能体",
    done={
        "install": "安装了{target}{place}",
        "download": "下载了{target}{place}",
        "write": "写入了{target}{place}",
        "execute": "运行了{target}{place}",
        "install_command": "运行了一条安装命令{target}{place}",
        "download_command": "运行了一条下载命令{target}{place}",
    },
    to_do={
        "install": "安装{target}{place}",
        "download": "下载{target}{place}",
        "write": "写入{target}{place}",
        "execute": "运行{target}{place}",
        "install_command": "运行一条安装命令{target}{place}",
        "download_command": "运行一条下载命令{target}{place}",
    },
    places={
        "workspace": "（在其工作区内）",
        "shared_tools": "（触及共享工具）",
        "core": "（触及应用核心）",
        "user_system": "（触及用户系统）",
    },
    places_put={
        "workspace": "（到其工作区）",
        "shared_tools": "（到共享工具）",
        "core": "（到应用核心）",
        "user_system": "（到用户系统）",
    },
    success="{who}{done}",
    failed="{who}试图{act}，但失败了",
    not_known="{who}着手{act}；是否已发生尚不可知",
    stopped={
        "user": "{who}想要{act}，被阻止：由人决定",
        "policy": "{who}想要{act}，被其运行环境的规则阻止",
        "auto": "{who}想要{act}，被阻止；没有询问任何人",
        "not_told": "{who}想要{act}，被阻止；由谁阻止没有记录",
    },
    approved={
        "user": "由人批准",
        "policy": "由其运行环境的规则批准",
        "auto": "没有询问任何人",
        "not_told": "是否有人批准没有记录",
    },
    rule={
        "needs_approval": "策略要求先批准（{capability}）",
        "denied": "策略不允许（{capability}）",
        "unknown": "策略对此如何规定无法判断",
    },
    would_allow="按此处的策略本可允许",
    dangerous="其中有命令在危险命令列表上",
    between="；",
    end="。",
)
