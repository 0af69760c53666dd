import { UnreadableFile } from "./limits.ts";
import { text } from "./texts.ts";

/** Events of a document while it is read. Names come without their prefix. */
export interface XmlHandlers {
  /** `attributes` is the text between the name and the end of the tag; see `attribute`. */
  open(name: string, attributes: string): void;
  /** Part of a text; one text may come in several parts. */
  text(part: string): void;
  close(name: string): void;
}

/** Most characters of one tag. */
const longestTag = 65_536;

/** Most characters of a reference such as `&#x10ffff;`. */
const longestReference = 12;

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(raw: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The value of an attribute, by its name without prefix; undefined when the tag has none of it. */
export function attribute(attributes: string, name: string): string | undefined {
  // Each character is looked at a fixed number of times: a tag may be long, and is somebody's own.
  let at = 0;
  for (;;) {
    const equals = attributes.indexOf("=", at);
    if (equals < 0) return undefined;
    const value = pastSpace(attributes, equals + 1);
    const quote = attributes[value];
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, value + 1) : -1;
    if (end < 0) return undefined;
    if (local(attributes.slice(at, equals).trim()) === name) return decode(attributes.slice(value + 1, end));
    at = end + 1;
  }
}

function pastSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
  return at;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

const malformed = (): UnreadableFile => new UnreadableFile(text.notWorkbook);

/** What is skipped or taken as it stands, from its beginning to its end. */
const sections = [
  { begin: "<!--", end: "-->", isText: false },
  { begin: "<![CDATA[", end: "]]>", isText: true },
  { begin: "<?", end: "?>", isText: false },
] as const;

/**
 * Reads XML piece by piece, in time and memory that grow with the pieces only. Documents that define types or
 * entities are refused. Throws `UnreadableFile`.
 */
export function createXmlReader(handlers: XmlHandlers): { write(piece: string): void; end(): void } {
  let rest = "";
  let section: (typeof sections)[number] | null = null;

  /** Takes what can be taken at `at`; answers where it ends, or -1 when more has to come first. */
  const step = (at: number): number => {
    if (section !== null) return endSection(at, section);
    if (rest[at] !== "<") return takeText(at);
    const found = sections.find(({ begin }) => rest.startsWith(begin, at));
    if (found !== undefined) {
      section = found;
      return at + found.begin.length;
    }
    if (sections.some(({ begin }) => begin.startsWith(rest.slice(at, at + begin.length)))) return -1;
    return rest[at + 1] === "!" ? refuse() : takeTag(at);
  };

  const refuse = (): never => {
    throw malformed();
  };

  const endSection = (at: number, { end, isText }: (typeof sections)[number]): number => {
    const found = rest.indexOf(end, at);
    // The last characters may be the beginning of the end.
    const until = found < 0 ? Math.max(at, rest.length - end.length + 1) : found;
    if (isText && until > at) handlers.text(rest.slice(at, until));
    if (found >= 0) section = null;
    else if (until === at) return -1;
    return found < 0 ? until : found + end.length;
  };

  const takeText = (at: number): number => {
    const next = rest.indexOf("<", at);
    let until = next < 0 ? rest.length : next;
    const reference = next < 0 ? rest.lastIndexOf("&") : -1;
    if (reference >= at && rest.length - reference < longestReference && !rest.includes(";", reference))
      until = reference;
    if (until === at) return -1;
    handlers.text(decode(rest.slice(at, until)));
    return until;
  };

  const takeTag = (at: number): number => {
    const end = tagEnd(rest, at);
    if (end < 0) return rest.length - at > longestTag ? refuse() : -1;
    if (rest[at + 1] === "/") {
      handlers.close(local(rest.slice(at + 2, end).trim()));
      return end + 1;
    }
    const isEmpty = rest[end - 1] === "/";
    const content = rest.slice(at + 1, isEmpty ? end - 1 : end);
    const space = content.search(/\s/);
    const name = local(space < 0 ? content : content.slice(0, space));
    handlers.open(name, space < 0 ? "" : content.slice(space + 1));
    if (isEmpty) handlers.close(name);
    return end + 1;
  };

  return {
    write(piece) {
      rest += piece;
      let at = 0;
      while (at < rest.length) {
        const next = step(at);
        if (next < 0) break;
        at = next;
      }
      rest = rest.slice(at);
    },
    end() {
      if (rest.trim() !== "" || section !== null) throw malformed();
    },
  };
}

/** Where a tag ends: at the first `>` outside quotation marks. */
function tagEnd(content: string, from: number): number {
  const simple = content.indexOf(">", from);
  if (simple < 0 || simple - from > longestTag) return simple < 0 ? -1 : simple;
  let quote = "";
  for (let at = from; at < content.length && at - from <= longestTag; at += 1) {
    const character = content[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
  }
  return -1;
}
