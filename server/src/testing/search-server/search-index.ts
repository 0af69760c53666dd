import { isObject } from "../../engine/json.ts";
import { SearchRefusal } from "./search-refusal.ts";

type Document = Readonly<Record<string, unknown>>;

interface FieldMapping {
  readonly type: string;
  readonly analyzer?: string;
  readonly index?: boolean;
  readonly doc_values?: boolean;
  readonly fields?: Readonly<Record<string, FieldMapping>>;
}

const fail = (type: string, status = 400): never => {
  throw new SearchRefusal(status, type);
};

const types = new Set(["keyword", "text", "integer", "date"]);

/** An index with its mapping: what it takes, and what can be asked of it. */
export class SearchIndex {
  readonly documents = new Map<string, Document>();
  readonly aliases: ReadonlySet<string>;
  readonly #analyzers: Readonly<Record<string, { readonly tokenizer: string }>>;
  readonly #tokenizers: Readonly<Record<string, { readonly type: string; readonly min_gram: number }>>;
  #fields: Readonly<Record<string, FieldMapping>> = {};

  constructor(definition: Document) {
    const { settings, mappings, aliases } = definition as {
      readonly settings?: { readonly analysis?: { readonly analyzer?: never; readonly tokenizer?: never } };
      readonly mappings?: Document;
      readonly aliases?: Document;
    };
    this.#analyzers = settings?.analysis?.analyzer ?? {};
    this.#tokenizers = settings?.analysis?.tokenizer ?? {};
    this.aliases = new Set(Object.keys(aliases ?? {}));
    this.putMapping(mappings ?? {});
  }

  /** Adds fields; one that is there with another type or analyzer is refused. */
  putMapping({ properties = {} }: { readonly properties?: unknown }): void {
    const added = properties as Readonly<Record<string, FieldMapping>>;
    for (const [name, field] of Object.entries(added)) {
      if (!types.has(field.type)) fail("mapper_parsing_exception");
      if (field.analyzer !== undefined && this.#analyzers[field.analyzer] === undefined) {
        fail("mapper_parsing_exception");
      }
      const before = this.#fields[name];
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(field)) {
        fail("illegal_argument_exception");
      }
    }
    this.#fields = { ...this.#fields, ...added };
  }

  /** Writes a document, or removes one; answers the status of the item. */
  write(id: string, document: Document | undefined): number {
    if (document === undefined) return this.documents.delete(id) ? 200 : 404;
    for (const [name, value] of Object.entries(document)) {
      const type = this.#fields[name]?.type;
      if (type === "integer" && !Number.isInteger(value)) return 400;
      if (type === "keyword" && Buffer.byteLength(String(value)) > 32_766) return 400;
    }
    const isNew = !this.documents.has(id);
    this.documents.set(id, document);
    return isNew ? 201 : 200;
  }

  /** The documents that meet a query. */
  matching(query: unknown): [string, Document][] {
    const meets = this.#compile(query);
    return [...this.documents].filter(([, document]) => meets(document));
  }

  /** Where a document stands in an order. */
  sortKey(document: Document, terms: readonly (readonly [string, unknown])[]): (string | number)[] {
    return terms.map(([name]) => {
      const { type, doc_values } = this.#field(name);
      if (type === "text" || doc_values === false) fail("illegal_argument_exception");
      const value = document[name];
      return type === "date" ? Date.parse(String(value)) : ((value ?? "") as string | number);
    });
  }

  #field(path: string): FieldMapping {
    const [name = "", sub] = path.split(/\.(?=[^.]+$)/);
    const field = this.#fields[path] ?? this.#fields[name]?.fields?.[sub ?? ""];
    return field ?? fail("query_shard_exception");
  }

  #compile(query: unknown): (document: Document) => boolean {
    if (!isObject(query) || Object.keys(query).length !== 1) return fail("parsing_exception");
    const [[kind, clause] = ["", {}]] = Object.entries(query);
    if (kind === "match_none") return () => false;
    if (!isObject(clause) || Object.keys(clause).length !== 1) return fail("parsing_exception");
    const [[path, asked] = ["", null]] = Object.entries(clause);
    if (kind === "bool") {
      if (path !== "filter" || !Array.isArray(asked)) return fail("parsing_exception");
      const all = asked.map((one) => this.#compile(one));
      return (document) => all.every((meets) => meets(document));
    }
    const field = this.#field(path);
    if (field.index === false) fail("query_shard_exception");
    const valueIn = (document: Document): unknown => document[path.split(".")[0] ?? ""];
    const expects = (...allowed: string[]): void => {
      if (!allowed.includes(field.type)) fail("query_shard_exception");
    };
    switch (kind) {
      case "term":
        expects("keyword", "integer");
        return (document) => String(valueIn(document)) === String(asked);
      case "terms":
        expects("keyword");
        return (document) => (asked as unknown[]).includes(valueIn(document));
      case "prefix":
        expects("keyword");
        return (document) => String(valueIn(document)).startsWith(String(asked));
      case "range": {
        expects("date");
        const { gte, lte } = asked as { readonly gte?: string; readonly lte?: string };
        return (document) => {
          const moment = Date.parse(String(valueIn(document)));
          return (
            (gte === undefined || moment >= Date.parse(gte)) &&
            (lte === undefined || moment <= Date.parse(lte))
          );
        };
      }
      case "wildcard": {
        expects("keyword");
        const { value, case_insensitive } = asked as {
          readonly value: string;
          readonly case_insensitive: true;
        };
        const source = value.replaceAll(/\\([\s\S])|([*?])|([\s\S])/g, (_all, escaped, wild, plain) =>
          wild === undefined
            ? ((escaped ?? plain) as string).replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&")
            : wild === "*"
              ? "[\\s\\S]*"
              : "[\\s\\S]",
        );
        const pattern = new RegExp(`^${source}$`, case_insensitive ? "iu" : "u");
        return (document) => pattern.test(String(valueIn(document)));
      }
      case "match_phrase": {
        expects("text");
        // Terms of so many letters each, one after the other: a part of the text, unless it is shorter than a term.
        const { tokenizer = "" } = this.#analyzers[field.analyzer ?? ""] ?? {};
        const { type, min_gram } = this.#tokenizers[tokenizer] ?? fail("query_shard_exception");
        if (type !== "ngram") fail("query_shard_exception");
        const phrase = String(asked).toLowerCase();
        return (document) =>
          [...phrase].length >= min_gram && String(valueIn(document)).toLowerCase().includes(phrase);
      }
    }
    return fail("parsing_exception");
  }
}
