"""The words of requests for permission in Chinese."""

from __future__ import annotations

from dashboard.wording.permission_words import PermissionWords

CHINESE_PERMISSIONS = PermissionWords(
    title="许可请求",
    hint="智能体希望获准做的事。答复在它们运行的地方给出，从不在这里。多数日志只留下被拒绝的请求。",
    states={
        "pending": "等待答复",
        "granted": "已准许",
        "denied": "已拒绝",
        "expired": "已过期",
        "cancelled": "已撤回",
        "not_known": "未知",
    },
    answered_by={"user": "由人答复", "policy": "由规则答复", "auto": "自动"},
    options={
        "allow_once": "准许一次",
        "allow_always": "一律准许",
        "reject_once": "拒绝一次",
        "reject_always": "一律拒绝",
    },
    asked_for="请求内容",
    agent="请求者",
    asked="提出时间",
    answer="答复",
    state="状态",
    derived="由日志推知",
    expires="截至 {at}",
    what_not_told="未说明",
    could_be="可答复为：{options}",
    because="理由：{reason}",
    join="、",
    none="没有记录到许可请求。",
    cut="共 {total} 条，显示 {shown} 条：先是等待答复的，再是最新的。",
)
