import { refused } from "./scim-error.ts";

/** Comparisons of filters (RFC 7644, section 3.4.2.2). */
export const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof operators)[number];

/** What something is compared with. */
export type Literal = string | number | boolean | null;

/** A filter; paths are in small letters and without the schema of the resource. */
export type Filter =
  | { readonly kind: "and" | "or"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "not"; readonly of: Filter }
  | { readonly kind: "present"; readonly path: string }
  | { readonly kind: "compare"; readonly path: string; readonly operator: Operator; readonly value: Literal }
  /** Of the values of one attribute at least one has all of it. */
  | { readonly kind: "within"; readonly path: string; readonly of: Filter };

/** A path of a PATCH: an attribute, a choice among its values, and a part of them. */
export interface AttributePath {
  readonly path: string;
  readonly filter?: Filter;
  readonly part?: string;
}

/** Longest filter in characters, how deep it may go, and how many comparisons it may have. */
const longest = 8_192;
const deepest = 16;
const most = 100;

/** Schema of people. */
export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
/** Schema of groups. */
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
/** Schema of what companies add to people. */
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** Stands before the attributes of the company's schema. */
export const enterprisePrefix = "enterprise:";

/** A path as it is compared: in small letters, without the schema of the resource. */
export function plainPath(given: string): string {
  const path = given.toLowerCase();
  for (const schema of [userSchema, groupSchema]) {
    const prefix = `${schema.toLowerCase()}:`;
    if (path.startsWith(prefix)) return path.slice(prefix.length);
  }
  const enterprise = enterpriseSchema.toLowerCase();
  if (path === enterprise) return enterprisePrefix;
  return path.startsWith(`${enterprise}:`) ? enterprisePrefix + path.slice(enterprise.length + 1) : path;
}

const token = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y;
const attribute = /^(?:[a-z0-9:.$_-]+:)?[a-z$][a-z0-9$_-]*(?:\.[a-z$][a-z0-9$_-]*)?$/i;

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;
  #comparisons = 0;

  constructor(text: string) {
    if (text.length > longest) throw refused("invalidFilter", `a filter has at most ${longest} characters`);
    const tokens: string[] = [];
    token.lastIndex = 0;
    for (let from = 0; text.slice(from).trim() !== ""; from = token.lastIndex) {
      const found = token.exec(text)?.[1];
      if (found === undefined) throw refused("invalidFilter", `cannot be read from character ${from + 1}`);
      tokens.push(found);
      if (tokens.length > most * 8) throw refused("invalidFilter", "the filter has too many parts");
    }
    this.#tokens = tokens;
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #isWord(word: string): boolean {
    return this.next?.toLowerCase() === word;
  }

  take(wanted?: string): string {
    const found = this.next;
    if (found === undefined) throw refused("invalidFilter", "the filter ends too early");
    if (wanted !== undefined && found !== wanted)
      throw refused("invalidFilter", `"${wanted}" is missing before "${found.slice(0, 60)}"`);
    this.#at += 1;
    return found;
  }

  either(depth: number): Filter {
    if (depth > deepest) throw refused("invalidFilter", `a filter is at most ${deepest} levels deep`);
    let left = this.both(depth);
    while (this.#isWord("or")) {
      this.take();
      left = { kind: "or", left, right: this.both(depth) };
    }
    return left;
  }

  both(depth: number): Filter {
    let left = this.one(depth);
    while (this.#isWord("and")) {
      this.take();
      left = { kind: "and", left, right: this.one(depth) };
    }
    return left;
  }

  one(depth: number): Filter {
    if (this.#isWord("not") && this.#tokens[this.#at + 1] === "(") {
      this.take();
      return { kind: "not", of: this.inside("(", ")", depth) };
    }
    if (this.next === "(") return this.inside("(", ")", depth);
    const path = this.attribute();
    if (this.next === "[") return { kind: "within", path, of: this.inside("[", "]", depth) };
    this.#comparisons += 1;
    if (this.#comparisons > most) throw refused("invalidFilter", `a filter has at most ${most} comparisons`);
    const word = this.take().toLowerCase();
    if (word === "pr") return { kind: "present", path };
    const operator = operators.find((one) => one === word);
    if (operator === undefined) throw refused("invalidFilter", `"${word.slice(0, 60)}" is no operator`);
    return { kind: "compare", path, operator, value: this.value() };
  }

  inside(open: string, close: string, depth: number): Filter {
    this.take(open);
    const filter = this.either(depth + 1);
    this.take(close);
    return filter;
  }

  attribute(): string {
    const given = this.take();
    if (!attribute.test(given)) throw refused("invalidFilter", `"${given.slice(0, 60)}" is no attribute`);
    return plainPath(given);
  }

  value(): Literal {
    const given = this.take();
    try {
      const value: unknown = JSON.parse(/^(true|false|null)$/i.test(given) ? given.toLowerCase() : given);
      if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value as Literal;
    } catch {
      // Said below.
    }
    throw refused("invalidFilter", `"${given.slice(0, 60)}" is no value; texts stand in quotes`);
  }
}

/**
 * Reads a filter.
 * @throws ScimError invalidFilter
 */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text);
  const filter = parser.either(1);
  if (parser.next !== undefined)
    throw refused("invalidFilter", `"${parser.next.slice(0, 60)}" stands behind the end of the filter`);
  return filter;
}

/**
 * Reads a path of a PATCH: `name.familyName`, `emails[type eq "work"].value`.
 * @throws ScimError invalidPath, or invalidFilter for what stands in brackets
 */
export function parsePath(text: string): AttributePath {
  const open = text.indexOf("[");
  const name = (open < 0 ? text : text.slice(0, open)).trim();
  if (plainPath(name) === enterprisePrefix && open < 0) return { path: enterprisePrefix };
  if (!attribute.test(name)) throw refused("invalidPath", `"${name.slice(0, 60)}" is no path`);
  const path = plainPath(name);
  if (open < 0) return { path };
  const close = text.lastIndexOf("]");
  const rest = text.slice(close + 1).trim();
  if (close < open || (rest !== "" && !/^\.[a-z$][\w$-]*$/i.test(rest)))
    throw refused("invalidPath", `"${text.slice(0, 60)}" is no path`);
  const filter = parseFilter(text.slice(open + 1, close));
  return { path, filter, ...(rest === "" ? {} : { part: rest.slice(1).toLowerCase() }) };
}
