"""The words of workspaces in Chinese."""

from __future__ import annotations

from dashboard.wording.counted import Counted
from dashboard.wording.workspace_words import WorkspaceWords

CHINESE_WORKSPACES = WorkspaceWords(
    title="工作区",
    states={
        "missing": "目录已不在",
        "dirty": "文件有改动",
        "empty": "还没有提交",
        "awaiting_merge": "等待合并",
        "merged": "已合并",
        "clean": "没有待处理的内容",
        "bare": "没有工作文件",
        "not_known": "未知",
    },
    left_over={
        "missing": "目录已不在",
        "prunable": "git 会将它清除",
        "merged": "已合并但未移除",
        "settled": "结果已记录，没有待处理的内容",
        "no_result": "没有记录结果",
        "old": "{days} 天没有动静",
    },
    results={"recorded": "已记录", "not_recorded": "未记录"},
    kinds={"main": "主目录", "linked": "工作树", "branch": "没有工作树的分支"},
    purposes={
        "look": "先查看",
        "prune": "让 git 忘掉已不在的目录",
        "unlock": "解锁",
        "remove": "移除工作树",
        "delete_branch": "删除分支",
    },
    locked="已锁定：{reason}",
    locked_without="已锁定，未给出原因",
    detached="分离于 {commit}",
    busy="git 正在其中工作",
    at_least="至少 {n}",
    changed=Counted("{n} 个文件", "{n} 个文件"),
    staged="{n} 个已暂存",
    unstaged="{n} 个未暂存",
    untracked="{n} 个未跟踪",
    conflicted="{n} 个有冲突",
    unmerged=Counted("{n} 个提交", "{n} 个提交"),
)
