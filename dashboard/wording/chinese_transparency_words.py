"""The words of how much the desk shows at once, in Chinese."""

from __future__ import annotations

from dashboard.wording.transparency_words import TransparencyWords

CHINESE_TRANSPARENCY = TransparencyWords(
    label="显示",
    levels={"simple": "简明", "advanced": "详细", "developer": "开发者"},
    hint=(
        "简明：用平实的句子说明发生了什么、哪些事需要您处理。详细：细节与筛选。开发者：标识、哈希和原始记录。"
        "变化的只是默认显示的内容：任何层级下链接都能打开全部内容，数字不会改变。"
    ),
    filters="筛选",
    key="本台键",
    sequence="来源中的次序",
    head="HEAD",
)
