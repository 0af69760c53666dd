import { createElement, Fragment, type ReactNode } from "react";

/** Longest text looked at, most elements drawn, deepest nesting: a message is read by a person. */
const LONGEST = 262_144;
const MOST_ELEMENTS = 5_000;
const DEEPEST = 32;

/** Elements that are drawn; of any other only what stands in it. */
const DRAWN: ReadonlySet<string> = new Set([
  ...["p", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "br", "hr"],
  ...["b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "a"],
  ...["ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"],
]);
const EMPTY: ReadonlySet<string> = new Set(["br", "hr"]);
const WITHOUT_TEXT: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tr", "ul", "ol", "dl"]);

/** Elements whose content is no text for people. */
const DROPPED: ReadonlySet<string> = new Set([
  ...["script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "head", "title"],
  ...[
    "textarea",
    "select",
    "canvas",
    "audio",
    "video",
    "frameset",
    "noembed",
    "noframes",
    "xmp",
    "plaintext",
  ],
]);

/** A web or mail address, or a path of this site; anything else is no link. */
export function safeAddress(address: string | null): string | undefined {
  const trimmed = (address ?? "").trim();
  return /^(https?:\/\/|mailto:|\/(?![/\\]))/i.test(trimmed) && !/[\t\n\r]/.test(trimmed)
    ? trimmed
    : undefined;
}

function span(value: string | null): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count > 1 && count <= 100 ? count : undefined;
}

function attributesOf(name: string, element: Element): Record<string, unknown> {
  if (name === "a") {
    const href = safeAddress(element.getAttribute("href"));
    return href === undefined ? {} : { href, target: "_blank", rel: "noopener noreferrer nofollow" };
  }
  if (name === "td" || name === "th") {
    return { colSpan: span(element.getAttribute("colspan")), rowSpan: span(element.getAttribute("rowspan")) };
  }
  return {};
}

/** The body of a document that is never shown: nothing in it runs or loads. */
function inertBody(html: string): HTMLElement {
  return new DOMParser().parseFromString(html.slice(0, LONGEST), "text/html").body;
}

/**
 * Draws the HTML of a message. It is taken apart in an inert document and rebuilt, element by element, from those on a
 * list and with the attributes of a link or a table cell only: what a server did not clean can neither run, load, cover
 * nor send anything.
 */
export function safeHtml(html: string): ReactNode {
  let elements = 0;
  function draw(node: Node, key: number, depth: number, parent: string): ReactNode {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? "";
      return WITHOUT_TEXT.has(parent) && text.trim() === "" ? null : text;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return null;
    const name = (node as Element).localName.toLowerCase();
    elements += 1;
    if (DROPPED.has(name) || elements > MOST_ELEMENTS) return null;
    if (depth >= DEEPEST) return node.textContent;
    if (!DRAWN.has(name)) return createElement(Fragment, { key }, ...children(node, depth + 1, parent));
    const attributes = { key, ...attributesOf(name, node as Element) };
    return EMPTY.has(name)
      ? createElement(name, attributes)
      : createElement(name, attributes, ...children(node, depth + 1, name));
  }
  function children(node: Node, depth: number, parent: string): ReactNode[] {
    return [...node.childNodes].map((child, index) => draw(child, index, depth, parent));
  }
  return <>{children(inertBody(html), 0, "")}</>;
}

/** The beginning of a message as plain text, blocks set apart by a blank. */
export function excerpt(html: string, length = 160): string {
  const words: string[] = [];
  function collect(node: Node, depth: number): void {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? "");
    if (node.nodeType !== Node.ELEMENT_NODE || depth > DEEPEST) return;
    if (DROPPED.has((node as Element).localName.toLowerCase())) return;
    words.push(
      /^(a|b|i|u|s|em|strong|span|code|small|sub|sup)$/i.test((node as Element).localName) ? "" : " ",
    );
    for (const child of node.childNodes) collect(child, depth + 1);
  }
  for (const child of inertBody(html.slice(0, 8_192)).childNodes) collect(child, 0);
  const text = words.join("").replace(/\s+/g, " ").trim();
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join("")}…` : text;
}
