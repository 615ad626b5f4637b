// Draws one piece of a page from plain data. Every text goes in as text, never as markup; links stay on this desk.
const SVG = "http://www.w3.org/2000/svg";

function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}

function text(value) { return document.createTextNode(value === null || value === undefined ? "" : String(value)); }

function tip(node, value) { if (value) node.title = value; return node; }

// What the keyboard reaches, through the borders of components, in the order of the page.
const REACHED = "a[href], button:not([disabled]), input:not([disabled]), textarea, select, summary, [tabindex]:not([tabindex='-1'])";

function reached(place) {
  const found = [];
  for (const node of place.querySelectorAll("*")) {
    if (node.matches(REACHED) && node.checkVisibility()) found.push(node);
    if (node.shadowRoot) found.push(...reached(node.shadowRoot));
  }
  return found;
}

// A click anywhere in the content puts the focus on the whole of it: nobody's place.
function focused() {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node === document.body || node?.tagName === "MAIN" ? null : node;
}

// A page that is reached by key is read from its title on.
const ARRIVAL_MS = 15000;

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".piece");
  const host = root.getRootNode().host;
  const name = data.kind + " " + (data.label || "");
  const told = JSON.stringify(data);
  const isDrawn = root.told === told;
  root.told = told;
  root.tell = setStateValue;

  function follow(href) {
    return (event) => {
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.detail) leaveByKey(event.currentTarget);
      root.tell("open", { href, at: performance.now() });
    };
  }

  function leaveByKey(node) {
    const place = node ? reached(root).indexOf(node) : -1;
    document.documentElement.leftByKey = { at: Date.now(), path: location.pathname, piece: name, place, goOn: () => goOnAt(place) };
  }

  function goOnAt(place) {
    const nodes = reached(root);
    nodes[Math.min(place, nodes.length - 1)]?.focus({ preventScroll: false });
  }

  // The library keeps the focus inside a dialog but does not see into components: step for it, through all of it,
  // and at its end go back to the link that opened it.
  function stepThroughDialog() {
    const dialog = host?.closest("[role=dialog]");
    if (!dialog || dialog.dataset.stepped) return;
    const opener = document.documentElement.leftByKey;
    delete document.documentElement.leftByKey;
    if (opener) new MutationObserver((_, watch) => {
      if (dialog.isConnected) return;
      watch.disconnect();
      if (!focused()) opener.goOn();
    }).observe(document.body, { childList: true, subtree: true });
    dialog.dataset.stepped = "1";
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
      for (const node of dialog.querySelectorAll("pre, [data-testid=stCode] *")) {
        if (node.scrollHeight > node.clientHeight + 4 && /auto|scroll/.test(getComputedStyle(node).overflowY)) node.tabIndex = 0;
      }
      const nodes = reached(dialog);
      if (!nodes.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const at = nodes.indexOf(focused());
      nodes[(at + (event.shiftKey ? (at < 0 ? 0 : nodes.length - 1) : 1)) % nodes.length].focus();
    }, true);
  }

  // Keys of this piece work wherever the reader is, but never while somebody writes or a dialog is open.
  function listenForKeys() {
    const ways = new Map((data.ways || []).filter((way) => way.hotkey).map((way) => [way.hotkey, way.href]));
    if (!ways.size) return undefined;
    function heard(event) {
      const at = focused();
      const writes = at?.matches?.("input, textarea, select, [contenteditable=true]") && at.type !== "radio" && at.type !== "checkbox";
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || writes) return;
      if (document.querySelector("[role=dialog]")) return;
      const href = ways.get(event.key);
      if (!href) return;
      event.preventDefault();
      leaveByKey(null);
      root.tell("open", { href, at: performance.now() });
    }
    document.addEventListener("keydown", heard);
    return () => document.removeEventListener("keydown", heard);
  }

  function link(href, className, ...children) {
    const node = el("a", className, ...children);
    node.setAttribute("href", href);
    node.setAttribute("target", "_self");
    node.addEventListener("click", follow(href));
    return node;
  }

  function pill(item) {
    const node = el("span", "pill tone-" + (item.tone || "plain"));
    if (item.shape) { const mark = el("span", "shape", text(item.shape)); mark.setAttribute("aria-hidden", "true"); node.append(mark); }
    node.append(text(item.text));
    return tip(node, item.tip);
  }

  function isBlank(cell) { return cell !== null && typeof cell === "object" && !cell.text && !(cell.pills || []).length; }

  function value(cell) {
    if (cell === null || cell === undefined) return el("span", "muted", text("–"));
    if (typeof cell !== "object") return text(cell);
    const tone = cell.tone && cell.tone !== "plain" ? " tone-text tone-" + cell.tone : "";
    const face = el("span", "face" + (cell.mono ? " mono" : "") + (cell.muted ? " muted" : "") + (cell.strong ? " strong" : "") + tone);
    if (cell.shape) { const mark = el("span", "shape", text(cell.shape)); mark.setAttribute("aria-hidden", "true"); face.append(mark); }
    // Marks come first, where no cut of a long text can hide them.
    const marks = (cell.pills || []).map(pill);
    const isMarksOnly = cell.href && !cell.text;
    if (isMarksOnly) face.append(link(cell.href, "link", ...marks.splice(0)));
    if (!cell.sub) face.append(...marks);
    if (!isMarksOnly) face.append(cell.href ? link(cell.href, "link", text(cell.text)) : text(cell.text));
    tip(face, cell.tip);
    const box = el("span", "cell", face);
    if (cell.copy) box.append(copier(cell.copy));
    if (cell.share !== undefined && cell.share !== null) box.append(bar(cell.share));
    if (cell.span) box.append(bar(cell.span[1], cell.span[0]));
    if (cell.sub) box.append(tip(el("span", "sub", ...marks, text(cell.sub)), cell.sub_tip));
    return box;
  }

  function bar(share, start = 0) {
    const fill = el("span", "fill");
    fill.style.width = Math.max(0, Math.min(1, share)) * 100 + "%";
    fill.style.marginInlineStart = Math.max(0, Math.min(1, start)) * 100 + "%";
    const node = el("span", "bar", fill);
    node.setAttribute("aria-hidden", "true");
    return node;
  }

  function metaLine(items) {
    const meta = el("div", "meta");
    for (const item of items) meta.append(el("span", "metaitem", tip(el("span", "muted", text(item.label)), item.tip), value(item.value)));
    return meta;
  }

  function copier(content) {
    const node = el("button", "copy icon", text("content_copy"));
    node.type = "button";
    node.title = data.copy_label || "Copy";
    node.setAttribute("aria-label", node.title + ": " + content);
    node.addEventListener("click", (event) => {
      event.stopPropagation();
      event.preventDefault();
      navigator.clipboard?.writeText(content).then(() => { node.textContent = "check"; setTimeout(() => { node.textContent = "content_copy"; }, 1200); });
    });
    return node;
  }

  function spark(values) {
    const top = Math.max(...values, 0);
    if (!(top > 0) || values.length < 2) return null;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 100 24");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("class", "spark");
    svg.setAttribute("aria-hidden", "true");
    const width = 100 / values.length;
    values.forEach((amount, place) => {
      const height = amount > 0 ? Math.max(1.5, (amount / top) * 23) : 0.8;
      const rect = document.createElementNS(SVG, "rect");
      rect.setAttribute("x", String(place * width + width * 0.12));
      rect.setAttribute("y", String(24 - height));
      rect.setAttribute("width", String(width * 0.76));
      rect.setAttribute("height", String(height));
      rect.setAttribute("class", amount > 0 ? "some" : "none");
      svg.append(rect);
    });
    return svg;
  }

  // Fold the case of a text; `at` leads from every unit of the folded text back to the unit it came from.
  function folded(value) {
    let low = "";
    const at = [];
    for (let place = 0; place < value.length;) {
      const sign = String.fromCodePoint(value.codePointAt(place));
      const small = sign.toLowerCase();
      for (let unit = 0; unit < small.length; unit += 1) at.push(place + Math.min(unit, sign.length - 1));
      low += small;
      place += sign.length;
    }
    at.push(value.length);
    return { low, at };
  }

  // Mark every place that holds the text that was looked for, also where it runs on over several elements.
  function markFound(place, sought) {
    const wanted = folded(sought).low;
    const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const nodes = [];
    let whole = "";
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (node.parentElement.closest(".sign, button")) continue;
      if (whole && node.parentElement.closest(".diffline")) whole += "\n";
      nodes.push({ node, start: whole.length });
      whole += node.data;
    }
    const { low, at } = folded(whole);
    const spans = [];
    for (let found = low.indexOf(wanted); wanted && found >= 0 && spans.length < 500; found = low.indexOf(wanted, found + wanted.length))
      spans.push([at[found], at[found + wanted.length]]);
    for (const { node, start } of nodes) {
      const end = start + node.data.length;
      const parts = spans.filter(([from, to]) => from < end && to > start);
      for (const [from, to] of parts.reverse()) {
        const rest = node.splitText(Math.max(0, from - start));
        rest.splitText(Math.min(end, to) - Math.max(start, from));
        const mark = el("mark", "");
        rest.replaceWith(mark);
        mark.append(rest);
      }
    }
    return spans.length;
  }

  // A longer text is folded to its beginning until somebody asks for all of it.
  function block(item) {
    const box = el("div", "block");
    if (item.label) box.append(el("div", "blocklabel", text(item.label)));
    let body;
    if (item.diff) {
      body = el("div", "diff mono");
      for (const [sign, line] of item.diff) {
        const row = el("div", "diffline " + ({ "+": "added", "-": "removed", "@": "gap" }[sign] || ""));
        const mark = el("span", "sign", text(sign === "@" ? " " : sign));
        row.append(mark, text(line));
        body.append(row);
      }
    } else body = el("div", "said" + (item.mono ? " mono" : ""), text(item.text));
    const isLong = item.diff ? item.diff.length > 24 : item.text.length > 1500 || item.text.split("\n").length > 22;
    box.append(body);
    if (isLong) {
      body.classList.add("clamped");
      const more = el("button", "more", text(data.more));
      more.type = "button";
      more.addEventListener("click", () => { body.classList.remove("clamped"); more.remove(); });
      box.append(more);
    }
    if (item.note) box.append(el("div", "muted small", text(item.note)));
    return box;
  }

  function turn(item) {
    const place = el("li", "turn kind-" + item.kind + (item.marked ? " marked" : "") + (item.failed ? " failed" : "") + (item.quiet ? " quiet" : ""));
    const head = el(item.folded ? "summary" : "div", "turnhead");
    head.append(el("span", "who", text(item.who)));
    if (item.to) head.append(el("span", "muted", text("→ " + item.to)));
    for (const one of item.pills || []) head.append(pill(one));
    if (item.lead) head.append(tip(el("span", "lead", text(item.lead)), item.lead));
    const time = link(item.href, "when", text(item.time || "#"));
    tip(time, item.time_tip);
    head.append(time);
    const body = el("div", "turnbody", ...(item.blocks || []).map(block));
    if (item.links) {
      const row = el("div", "links");
      for (const one of item.links) row.append(link(one.href, "link", text(one.text)));
      body.append(row);
    }
    if (data.found) {
      const number = [...body.querySelectorAll(".block")].map((one) => markFound(one, data.found)).reduce((sum, one) => sum + one, 0)
        + [...head.querySelectorAll(".who, .lead")].map((one) => markFound(one, data.found)).reduce((sum, one) => sum + one, 0);
      for (const one of item.marked ? body.querySelectorAll(".clamped:has(mark)") : []) {
        one.classList.remove("clamped");
        one.parentElement.querySelector(".more")?.remove();
      }
      if (item.marked && !number && data.elsewhere && item.links) body.append(el("div", "muted small", text(data.elsewhere)));
    }
    if (item.folded) {
      const fold = el("details", "", head, body);
      if (item.marked) fold.open = true;
      place.append(fold);
    } else place.append(head, body);
    return place;
  }

  // A long list shows its beginning; the rest comes step by step, and what is not there at all is said.
  function rest(body, left, lineOf, drawn = () => {}) {
    const said = data.cut ? [el("div", "muted small", text(data.cut))] : [];
    if (!left.length) return said;
    const more = el("button", "more", "");
    more.type = "button";
    const word = () => { more.textContent = data.more.replace("{n}", String(Math.min(data.first, left.length))).replace("{left}", String(left.length)); };
    word();
    more.addEventListener("click", () => {
      const lines = left.splice(0, data.first).map(lineOf);
      body.append(...lines);
      drawn();
      lines[0].querySelector("a[href]")?.focus();
      if (left.length) word(); else more.remove();
    });
    return [more, ...said];
  }

  // Two columns of radio buttons choose an earlier and a later row; the button below leads to what comes of the two.
  function picker(picks) {
    const numbers = data.rows.map((row) => row.pick);
    const kept = root.picked && root.picked.every((one) => numbers.includes(one)) ? root.picked : picks.chosen;
    const chosen = root.picked = [...kept];
    const boxes = [new Map(), new Map()];
    const go = el("a", "way go");
    const filled = (words) => words.replace("{before}", String(chosen[0])).replace("{after}", String(chosen[1]));
    go.setAttribute("target", "_self");
    go.addEventListener("click", (event) => follow(go.getAttribute("href"))(event));

    function show() {
      boxes.forEach((column, side) => column.forEach((box, number) => {
        box.checked = number === chosen[side];
        box.disabled = side ? number <= chosen[0] : number >= chosen[1];
      }));
      go.setAttribute("href", filled(picks.href));
      go.textContent = filled(picks.go);
    }

    function cellsOf(number) {
      return picks.labels.map((label, side) => {
        const box = el("input");
        box.type = "radio";
        box.name = side ? "later" : "earlier";
        box.setAttribute("aria-label", label + ": " + picks.row.replace("{n}", String(number)));
        box.addEventListener("change", () => { chosen[side] = number; show(); });
        boxes[side].set(number, box);
        const place = el("td", "pick", el("label", "", box));
        place.dataset.label = label;
        place.addEventListener("click", (event) => event.stopPropagation());
        return place;
      });
    }

    return { heads: picks.labels.map((label) => { const head = el("th", "pick", text(label)); head.setAttribute("scope", "col"); return head; }), cellsOf, show, go };
  }

  const draw = {
    dialogue() {
      const list = el("ol", "dialogue", ...data.turns.map(turn));
      list.setAttribute("aria-label", data.label);
      return [list];
    },

    heading() {
      const box = el("header", "heading");
      if (data.crumbs && data.crumbs.length) {
        const crumbs = el("nav", "crumbs");
        crumbs.setAttribute("aria-label", data.crumbs_label || "");
        data.crumbs.forEach((crumb, place) => {
          if (place) crumbs.append(el("span", "muted", text("›")));
          crumbs.append(crumb.href ? link(crumb.href, "link", text(crumb.text)) : el("span", "", text(crumb.text)));
        });
        box.append(crumbs);
      }
      const line = el("div", "titleline", tip(el("h1", (data.untitled ? "muted" : "") + (data.title.length > 90 ? " long" : ""), text(data.title)), data.title.length > 90 ? data.title : null));
      for (const item of data.pills || []) line.append(pill(item));
      box.append(line);
      if (data.lead) box.append(el("p", "lead", text(data.lead)));
      if (data.meta && data.meta.length) box.append(metaLine(data.meta));
      if (data.tabs && data.tabs.length) {
        const tabs = el("nav", "tabs");
        tabs.setAttribute("aria-label", data.tabs_label || "");
        for (const tab of data.tabs) {
          const node = link(tab.href, "tab" + (tab.current ? " current" : ""), text(tab.text));
          if (tab.current) node.setAttribute("aria-current", "page");
          tabs.append(node);
        }
        box.append(tabs);
      }
      return [box];
    },

    topic() {
      const title = el("h3", "", data.href ? link(data.href, "link", text(data.title)) : text(data.title));
      const line = el("div", "titleline", tip(title, data.title), ...(data.pills || []).map(pill));
      const box = el("div", "topic", line);
      if (data.lead) box.append(el("p", "lead", text(data.lead)));
      if (data.meta && data.meta.length) box.append(metaLine(data.meta));
      return [box];
    },

    menu() {
      const nav = el("nav", "menu");
      nav.setAttribute("aria-label", data.label);
      for (const entry of data.entries) {
        const icon = el("span", "icon", text(entry.icon));
        icon.setAttribute("aria-hidden", "true");
        const node = link(entry.href, "entry" + (entry.current ? " current" : ""), icon, el("span", "", text(entry.text)));
        if (entry.badge) node.append(pill(entry.badge));
        if (entry.current) node.setAttribute("aria-current", "page");
        node.addEventListener("click", () => {
          if (window.innerWidth < 768) document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
        });
        nav.append(node);
      }
      return [nav];
    },

    cards() {
      const grid = el("div", "cards");
      for (const card of data.cards) {
        const body = [
          tip(el("div", "label", text(card.label)), card.tip),
          el("div", "figure tone-text tone-" + (card.tone || "plain"), text(card.value)),
        ];
        tip(body[1], card.value_tip);
        if (card.sub) body.push(tip(el("div", "sub", text(card.sub)), card.sub_tip));
        if (card.spark) { const picture = spark(card.spark); if (picture) body.push(picture); }
        grid.append(card.href ? link(card.href, "card action", ...body) : el("div", "card", ...body));
      }
      return [grid];
    },

    ledger() {
      const table = el("table", "ledger" + (data.dense ? " dense" : "") + (data.narrow ? " narrow" : ""));
      table.setAttribute("aria-label", data.label || "");
      const picks = data.picks ? picker(data.picks) : null;
      const head = el("tr", "", ...(picks ? picks.heads : []));
      for (const column of data.columns) {
        const cell = el("th", (column.right ? "right " : "") + (column.whole ? "whole " : "") + (column.optional ? "optional" : ""));
        cell.setAttribute("scope", "col");
        const label = (column.label || "") + (column.sorted ? (column.sorted === "up" ? " ↑" : " ↓") : "");
        cell.append(column.href ? link(column.href, "link", text(label)) : text(label));
        if (column.sorted) cell.setAttribute("aria-sort", column.sorted === "up" ? "ascending" : "descending");
        tip(cell, column.tip);
        head.append(cell);
      }
      const lineOf = (row) => {
        const line = el("tr", (row.href ? "action " : "") + (row.selected ? "selected " : "") + (row.total ? "total" : ""));
        if (picks) line.append(...picks.cellsOf(row.pick));
        row.cells.forEach((cell, place) => {
          const column = data.columns[place];
          const box = el("td", (column.right ? "right " : "") + (column.optional ? "optional " : "") + (place === 0 ? "main " : "") + (column.wide ? "wide " : "") + (column.whole ? "whole " : "") + (isBlank(cell) ? "blank" : ""));
          if (place) box.dataset.label = column.label || "";
          if (place === 0 && row.depth) box.style.paddingInlineStart = 0.75 + Math.min(row.depth, 8) * 1.25 + "rem";
          if (place === 0 && row.depth) box.append(el("span", "branch", text("└ ")));
          if (place === 0 && row.href && (cell === null || typeof cell !== "object" || !cell.href))
            box.append(value(typeof cell === "object" && cell ? { ...cell, href: row.href } : { text: cell, href: row.href }));
          else box.append(value(cell));
          line.append(box);
        });
        if (row.href) {
          const go = follow(row.href);
          line.addEventListener("click", (event) => { if (!String(document.getSelection() || "")) go(event); });
        }
        return line;
      };
      const first = data.first || data.rows.length;
      const body = el("tbody", "", ...data.rows.slice(0, first).map(lineOf));
      table.append(el("thead", "", head), body);
      const box = el("div", "scroll" + (data.framed === false ? "" : " framed"), table);
      const shown = rest(body, data.rows.slice(first), lineOf, picks?.show);
      if (!picks) return [box, ...shown];
      picks.show();
      return [box, el("div", "pages", picks.go), ...shown];
    },

    facts() {
      const list = el("dl", "facts");
      for (const fact of data.facts) {
        list.append(el("div", "fact" + (fact.wide ? " wide" : ""), tip(el("dt", "", text(fact.label)), fact.tip), el("dd", "", value(fact.value))));
      }
      return [list];
    },

    prose() {
      const box = el("div", "prose");
      if (data.label) box.append(el("div", "label", text(data.label)));
      box.append(el("div", "text", text(data.text)));
      return [box];
    },

    note() {
      const box = el("div", "note tone-" + (data.tone || "plain"));
      box.setAttribute("role", data.tone === "failed" ? "alert" : "note");
      const mark = el("span", "shape", text(data.shape || ""));
      mark.setAttribute("aria-hidden", "true");
      const words = el("div", "words");
      if (data.title) words.append(el("div", "strong", text(data.title)));
      if (data.text) words.append(el("div", "", text(data.text)));
      for (const line of data.lines || []) words.append(el("div", "muted", text(line)));
      if (data.links) { const row = el("div", "links"); for (const item of data.links) row.append(link(item.href, "link", text(item.text))); words.append(row); }
      box.append(mark, words);
      return [box];
    },

    legend() {
      const list = el("ul", "legend");
      for (const part of data.parts) {
        const swatch = el("span", "swatch");
        swatch.style.background = part.colour;
        list.append(el("li", "", swatch, text(part.text)));
      }
      return [list];
    },

    hint() { return [tip(el("div", "hint" + (data.mono ? " mono" : ""), text(data.text)), data.tip)]; },

    pages() {
      const box = el("nav", "pages", data.text ? el("span", "muted", text(data.text)) : null);
      for (const way of data.ways) {
        const node = link(way.href, "way", text(way.text));
        if (way.hotkey) {
          const key = el("kbd", "", text(way.hotkey));
          key.setAttribute("aria-hidden", "true");
          node.append(key);
          node.setAttribute("aria-keyshortcuts", way.hotkey);
        }
        box.append(node);
      }
      return [box];
    },

    remember() {
      document.cookie = data.name + "=" + encodeURIComponent(data.value) + "; path=/; max-age=31536000; samesite=strict";
      if (data.document_language) document.documentElement.lang = data.document_language;
      return [];
    },
  };

  // What stands there already stays: a click begun on it still lands, and what is marked to be copied stays marked.
  if (isDrawn) {
    stepThroughDialog();
    if (!root.contains(focused())) arrive();
    return () => root.stopListening?.();
  }
  const wasAt = focused();
  const before = reached(root).indexOf(wasAt);
  const wasOnTurn = Boolean(wasAt?.matches(".turn")) && root.contains(wasAt);
  root.replaceChildren(...draw[data.kind]());
  stepThroughDialog();
  if (before >= 0) goOnAt(before);
  else if (wasOnTurn) goTo(root.querySelector(".turn.marked"));
  else arrive();
  root.stopListening?.();  // a piece that is drawn anew is not put away before
  root.stopListening = listenForKeys();
  return () => root.stopListening?.();

  // The page was left by key: read on at the title of the new one; on the same page where its new place is shown.
  function arrive() {
    const from = document.documentElement.leftByKey;
    if (!from || Date.now() - from.at > ARRIVAL_MS) return;
    const isHere = location.pathname === from.path;
    const place = isHere ? (from.place < 0 ? root.querySelector(".turn.marked") : null) : root.querySelector("h1");
    const isSame = isHere && data.label && from.place >= 0 && from.piece === name;
    if (!place && !isSame) return;
    const at = focused();
    // The piece that this one replaces may still stand there, with the focus in it.
    if (at && !(isSame && at.closest("table")?.getAttribute("aria-label") === data.label)) return;
    delete document.documentElement.leftByKey;
    let tries = 0;
    const go = () => {
      if (isSame) goOnAt(from.place); else goTo(place);
      if (!root.contains(focused()) && (tries += 1) < 60) requestAnimationFrame(go);  // not yet laid out
    };
    go();
  }

  function goTo(place) {
    if (!place) return;
    place.tabIndex = -1;
    place.focus();
  }
}
