import { DOMParser, type Document, type Element, type Node } from "@xmldom/xmldom";

/** XML that is not read; the message names the check that failed. */
export class XmlRefused extends Error {
  override readonly name = "XmlRefused";
}

/** Deepest nesting and most tags of a message: what checks them takes far longer for more, and anybody can send it. */
const deepest = 64;
const mostTags = 2_000;

function checkShape(text: string, most: number): void {
  let depth = 0;
  let tags = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    const end = text.indexOf(">", at);
    if (end === -1) return;
    const next = text[at + 1];
    if (next === "/") depth -= 1;
    else if (next !== "?" && next !== "!" && text[end - 1] !== "/") depth += 1;
    tags += 1;
    if (depth > deepest || tags > most) throw new XmlRefused("too deep or too large");
    at = end;
  }
}

/**
 * Reads XML of somebody else. A document type is refused: it brings entities, and readers differ about it. So is what is
 * larger than any message of the protocols; `most` is for what only administrators choose.
 *
 * @throws XmlRefused for what is no XML
 */
export function parseStrictXml(text: string, most = mostTags): Document {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new XmlRefused("document type");
  checkShape(text, most);
  try {
    const parser = new DOMParser({
      onError: (level, message) => {
        throw new Error(`${level}: ${message}`);
      },
    });
    return parser.parseFromString(text, "text/xml");
  } catch {
    throw new XmlRefused("XML");
  }
}

const elementKind = 1;
const textKinds: readonly number[] = [3, 4];

/** The elements right below one. */
export const elementsBelow = (parent: Element): Element[] =>
  [...parent.childNodes].filter((node: Node): node is Element => node.nodeType === elementKind);

/** The text of an element. @throws XmlRefused when it holds anything else, be it a comment */
export function plainTextOf(element: Element): string {
  const nodes = [...element.childNodes];
  if (nodes.some(({ nodeType }) => !textKinds.includes(nodeType))) throw new XmlRefused("text");
  return nodes
    .map(({ nodeValue }) => nodeValue ?? "")
    .join("")
    .trim();
}

/** Text as content of an element, or of an attribute in double quotes. */
export const escapedXml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
