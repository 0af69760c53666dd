/** Most of a message that is looked at, in characters; deepest nesting. */
const LOOKED_AT = 8_192;
const DEEPEST = 32;

/** Elements whose content is no text for people. */
export const TEXTLESS: readonly string[] = [
  ...["script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "head", "title"],
  ...["textarea", "select", "canvas", "audio", "video", "frameset"],
  ...["noembed", "noframes", "xmp", "plaintext"],
];
const textless: ReadonlySet<string> = new Set(TEXTLESS);
const INLINE = /^(a|b|i|u|s|em|strong|span|code|small|sub|sup)$/i;

/**
 * The beginning of a message as plain text, blocks set apart by a blank. The HTML is read in an inert document, where
 * nothing runs or loads.
 *
 * @param length the most characters answered, without the ellipsis
 */
export function excerpt(html: string, length = 160): string {
  const words: string[] = [];
  function collect(node: Node, depth: number): void {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? "");
    if (node.nodeType !== Node.ELEMENT_NODE || depth > DEEPEST) return;
    const name = (node as Element).localName;
    if (textless.has(name.toLowerCase())) return;
    words.push(INLINE.test(name) ? "" : " ");
    for (const child of node.childNodes) collect(child, depth + 1);
  }
  const { body } = new DOMParser().parseFromString(html.slice(0, LOOKED_AT), "text/html");
  for (const child of body.childNodes) collect(child, 0);
  const text = words.join("").replace(/\s+/g, " ").trim();
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join("")}…` : text;
}
