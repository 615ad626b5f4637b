// Draws a text from blocks and spans. Every text goes in as text, never as markup; nothing is fetched.
const TAGS = { strong: "strong", em: "em", struck: "s", code: "code" };

function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".prose");
  const told = JSON.stringify(data);
  root.tell = setStateValue;
  if (root.told === told) return;  // what stands there already stays, with what is marked or opened in it
  root.told = told;
  let popovers = 0;

  function follow(href) {
    return (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
      event.preventDefault();
      root.tell("open", { href, at: performance.now() });
    };
  }

  function citation(span) {
    const record = data.records[span.cites];
    if (!record) return el("span", "cite plain", span.text);
    const button = el("button", record.flagged ? "cite flagged" : "cite", record.flagged ? "⚠ " + span.text : span.text);
    button.type = "button";
    const box = el("div", "popover", el("strong", "", record.title), ...record.lines.map((line) => el("div", "line", line)));
    if (record.href) {
      const way = el("a", "way", span.cites + " →");
      way.href = record.href;
      way.addEventListener("click", follow(record.href));
      box.append(way);
    }
    box.id = "cited-" + ++popovers;
    box.popover = "auto";
    button.popoverTargetElement = box;
    button.addEventListener("click", () => setTimeout(() => {
      const at = button.getBoundingClientRect();
      box.style.left = Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8)) + "px";
      const below = at.bottom + 6;
      box.style.top = (below + box.offsetHeight < innerHeight ? below : Math.max(8, at.top - box.offsetHeight - 6)) + "px";
    }));
    return el("span", "", button, box);
  }

  function plain(span) {
    const nodes = [];
    span.text.split("\n").forEach((line, at) => { if (at) nodes.push(document.createElement("br")); nodes.push(line); });
    return nodes;
  }

  function inline(span) {
    if (span.cites) return citation(span);
    if (span.picture) return el("span", "picture", "▧ " + span.text + " (" + data.picture + ")");
    let node = el("span", "", ...plain(span));
    for (const mark of span.marks || []) node = el(TAGS[mark], "", node);
    if (!span.address) return node;
    const link = el("a", "away", node);
    link.href = span.address;
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.title = span.host + "\n" + span.address;
    return link;
  }

  function inlines(spans) { return (spans || []).map(inline); }

  function table(block) {
    const cells = (tag, row) => row.map((spans, at) => el(tag, block.right?.[at] ? "right" : "", ...inlines(spans)));
    const head = el("thead", "", el("tr", "", ...cells("th", block.head)));
    const body = el("tbody", "", ...block.rows.map((row) => el("tr", "", ...cells("td", row))));
    const scroller = el("div", "scroller", el("table", "", head, body));
    scroller.tabIndex = 0;
    return scroller;
  }

  function code(block) {
    const made = el("pre", "", el("code", "", block.text));
    made.tabIndex = 0;
    return made;
  }

  function drawn(block) {
    if (block.kind === "heading") return el("h" + Math.min(6, block.level + 1), "", ...inlines(block.spans));
    if (block.kind === "table") return table(block);
    if (block.kind === "code") return code(block);
    if (block.kind === "rule") return el("hr");
    return el("p", "", ...inlines(block.spans));
  }

  // Lists and quotes are rebuilt from depths: what is open is kept as a path of elements.
  function build() {
    const article = el("article");
    article.setAttribute("aria-label", data.label);
    let quote = article, quotes = 0, lists = [];
    for (const block of data.blocks) {
      const depth = block.quote_depth || 0;
      if (depth !== quotes) {
        quote = article;
        for (let at = 0; at < depth; at++) { const inner = el("blockquote"); quote.append(inner); quote = inner; }
        quotes = depth;
        lists = [];
      }
      const level = block.list_depth || 0;
      lists.length = Math.min(lists.length, level);
      const numbered = block.number !== undefined && block.number !== null;
      while (lists.length < level || (level && block.begins_item && lists[level - 1].numbered !== numbered)) {
        if (lists.length === level) lists.pop();
        const inside = lists.length ? lists[lists.length - 1].item : quote;
        const list = el(numbered && lists.length === level - 1 ? "ol" : "ul");
        if (numbered && list.tagName === "OL") list.start = block.number;
        inside.append(list);
        lists.push({ list, item: null, numbered: list.tagName === "OL" });
        if (lists.length < level) { const item = el("li"); list.append(item); lists[lists.length - 1].item = item; }
      }
      if (!level) { quote.append(drawn(block)); continue; }
      const open = lists[level - 1];
      if (block.begins_item || !open.item) { open.item = el("li"); open.list.append(open.item); }
      open.item.append(drawn(block));
    }
    return article;
  }

  root.replaceChildren(build());
}
