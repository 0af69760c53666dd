import DOMPurify from "dompurify";
import { useLayoutEffect, useRef } from "react";
import { TEXTLESS } from "./excerpt.ts";
import { limitElements } from "./limit-elements.ts";

/** Longest text looked at, in characters: a message is read by a person. */
const LONGEST = 262_144;

const RULES = {
  // Of any other element only what is in it is drawn, and of some not even that.
  ALLOWED_TAGS: [
    ...["p", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "br", "hr"],
    ...["b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "a"],
    ...["ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ADD_FORBID_CONTENTS: [...TEXTLESS],
  ALLOWED_ATTR: ["href", "colspan", "rowspan"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Nodes, not text: what was cleaned is not read by a parser a second time.
  RETURN_DOM_FRAGMENT: true as const,
};

/** A web or mail address, or a path of this site; anything else is no link. */
export function safeAddress(address: string | null): string | undefined {
  const trimmed = (address ?? "").trim();
  return /^(https?:\/\/|mailto:|\/(?![/\\]))/i.test(trimmed) && !/[\t\n\r]/.test(trimmed)
    ? trimmed
    : undefined;
}

function isSpan(value: string | null): boolean {
  const count = Number(value);
  return Number.isInteger(count) && count > 1 && count <= 100;
}

/** Leaves links to where a message may lead, in a window of their own, and spans to cells. */
function restrictAttributes(element: Element): void {
  const name = element.localName;
  const href = name === "a" ? safeAddress(element.getAttribute("href")) : undefined;
  if (href === undefined) element.removeAttribute("href");
  else {
    element.setAttribute("href", href);
    element.setAttribute("target", "_blank");
    element.setAttribute("rel", "noopener noreferrer nofollow");
  }
  for (const span of ["colspan", "rowspan"]) {
    if ((name !== "td" && name !== "th") || !isSpan(element.getAttribute(span)))
      element.removeAttribute(span);
  }
}

function clean(html: string): DocumentFragment {
  // An instance of its own: hooks count for the instance they are added to.
  const purifier = DOMPurify(window);
  purifier.addHook("afterSanitizeAttributes", restrictAttributes);
  const fragment = purifier.sanitize(html.slice(0, LONGEST), RULES);
  limitElements(fragment);
  return fragment;
}

interface SafeHtmlProps {
  readonly html: string;
  readonly className: string;
}

/**
 * Draws the HTML of a message. It is cleaned in an inert document, down to listed elements and the attributes of a link
 * or a table cell: what a server did not clean can neither run, load, cover nor send anything.
 */
export function SafeHtml({ html, className }: SafeHtmlProps) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    container.current?.replaceChildren(clean(html));
  }, [html]);
  return <div ref={container} className={className} />;
}
