import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { isObject } from "../engine/json.ts";
import { SearchIndex } from "./search-server/search-index.ts";
import { SearchRefusal } from "./search-server/search-refusal.ts";

/** What a test does to the cluster. */
export interface SearchFaults {
  /** Answers every request with this status. */
  refuse?: number;
  /** Answers nothing at all. */
  hangs?: boolean;
  /** Larger bodies are refused with 413, in bytes. */
  largest?: number;
  /** Status of an item of a bulk request, by id; undefined: it is taken. */
  item?: (id: string) => number | undefined;
  /** Called when a bulk request has been carried out, before it is answered; a promise holds the answer. */
  beforeAnswer?: () => void | Promise<void>;
}

/** A cluster that speaks the protocol of Elasticsearch and OpenSearch, in memory. */
export interface SearchTestServer {
  /** `http://127.0.0.1:port`, without user and password. */
  readonly endpoint: string;
  /** With both. */
  readonly host: string;
  readonly password: string;
  readonly indices: Map<string, SearchIndex>;
  /** Methods and paths in the order they were asked. */
  readonly requests: string[];
  readonly faults: SearchFaults;
  version: { number: string; distribution?: string };
  /** Everything that is kept, by id, in all indices. */
  documents(): ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

const user = "sallyport";
const password = "p@ss word:of/the cluster";

type Json = Readonly<Record<string, unknown>>;

/**
 * Starts a cluster at loopback. It is stricter than the real ones where that shows mistakes: no index is made by writing to
 * it, a query may only name mapped fields and only in ways their type allows, and the last line of a bulk request has to end.
 *
 * @param tls certificate and key, for `https`
 */
export async function startSearchServer(
  tls?: { readonly cert: string; readonly key: string },
  port = 0,
): Promise<SearchTestServer> {
  const indices = new Map<string, SearchIndex>();
  const requests: string[] = [];
  const faults: SearchFaults = {};
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    void answer(request, response).catch(() => response.destroy());
  };
  const server: Server = tls === undefined ? createServer(handle) : createSecureServer(tls, handle);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    requests.push(`${request.method} ${request.url}`);
    if (faults.hangs === true) return;
    try {
      if (faults.refuse !== undefined) throw new SearchRefusal(faults.refuse, "refused");
      const expected = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
      if (request.headers.authorization !== expected) throw new SearchRefusal(401, "security_exception");
      if (body.length > (faults.largest ?? Number.POSITIVE_INFINITY)) {
        throw new SearchRefusal(413, "content_too_long");
      }
      const result = act(request, body.toString());
      if (request.url === "/_bulk") await faults.beforeAnswer?.();
      send(response, 200, result);
    } catch (error) {
      if (!(error instanceof SearchRefusal)) throw error;
      send(response, error.status, {
        error: { type: error.type, reason: error.message },
        status: error.status,
      });
    }
  }

  function act(request: IncomingMessage, text: string): Json {
    const url = new URL(request.url ?? "/", "http://cluster");
    const [name = "", verb = ""] = url.pathname.slice(1).split("/").map(decodeURIComponent);
    const asked = `${request.method} ${name === "_bulk" ? "_bulk" : name === "" ? "/" : `index ${verb}`.trim()}`;
    if (asked === "GET /") return { name: "node", version: api.version };
    if (asked === "POST _bulk") return bulk(request, text);
    const body = parsed(request, text);
    switch (asked) {
      case "PUT index": {
        if (indices.has(name)) throw new SearchRefusal(400, "resource_already_exists_exception");
        if (!/^[^A-Z\s\\/*?"<>|,#:_+-][^A-Z\s\\/*?"<>|,#:]*$/.test(name)) {
          throw new SearchRefusal(400, "invalid_index_name_exception");
        }
        indices.set(name, new SearchIndex(body));
        return { acknowledged: true };
      }
      case "PUT index _mapping": {
        const index = indices.get(name);
        if (index === undefined) throw new SearchRefusal(404, "index_not_found_exception");
        index.putMapping(body);
        return { acknowledged: true };
      }
      case "POST index _count":
        return { count: found(name, url).flatMap((index) => index.matching(body.query)).length };
      case "POST index _search":
        return search(found(name, url), body);
    }
    throw new SearchRefusal(405, "method_not_allowed");
  }

  /** The indices a name or an alias stands for. */
  function found(name: string, url: URL): readonly SearchIndex[] {
    const named = [...indices].filter(([own, { aliases }]) => own === name || aliases.has(name));
    if (named.length === 0 && url.searchParams.get("ignore_unavailable") !== "true") {
      throw new SearchRefusal(404, "index_not_found_exception");
    }
    return named.map(([, index]) => index);
  }

  function bulk(request: IncomingMessage, text: string): Json {
    if (request.headers["content-type"] !== "application/x-ndjson") {
      throw new SearchRefusal(406, "content_type_header_exception");
    }
    if (!text.endsWith("\n")) throw new SearchRefusal(400, "illegal_argument_exception");
    const lines = text
      .slice(0, -1)
      .split("\n")
      .map((line) => JSON.parse(line) as Json);
    const items: Json[] = [];
    for (let at = 0; at < lines.length; at += 1) {
      const [verb = "", target] = Object.entries(lines[at] ?? {})[0] ?? [];
      if (!isObject(target)) throw new SearchRefusal(400, "illegal_argument_exception");
      const { _index: name, _id: id } = target as { readonly _index: string; readonly _id: string };
      const document = verb === "delete" ? undefined : lines[at + 1];
      if (document !== undefined) at += 1;
      const index = indices.get(name);
      const status = index === undefined ? 404 : (faults.item?.(id) ?? index.write(id, document));
      items.push({ [verb]: { _index: name, _id: id, status } });
    }
    const statuses = items.flatMap((item) => Object.values(item) as { readonly status: number }[]);
    return { took: 1, errors: statuses.some(({ status }) => status >= 300), items };
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  const scheme = tls === undefined ? "http" : "https";
  const credentials = `${user}:${encodeURIComponent(password)}`;
  const api: SearchTestServer = {
    endpoint: `${scheme}://127.0.0.1:${own}`,
    host: `${scheme}://${credentials}@127.0.0.1:${own}`,
    password,
    indices,
    requests,
    faults,
    version: { number: "8.15.0" },
    documents: () => new Map([...indices.values()].flatMap(({ documents }) => [...documents])),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return api;
}

function parsed(request: IncomingMessage, text: string): Json {
  if (request.headers["content-type"] !== "application/json") {
    throw new SearchRefusal(406, "content_type_header_exception");
  }
  return JSON.parse(text) as Json;
}

/** Most hits that can be counted into, as by default. */
const window = 10_000;

function search(indices: readonly SearchIndex[], body: Json): Json {
  const {
    query,
    sort = [],
    size = 10,
    from = 0,
    search_after: after,
    _source = true,
  } = body as {
    readonly query?: unknown;
    readonly sort?: readonly Readonly<Record<string, { readonly order: "asc" | "desc" }>>[];
    readonly size?: number;
    readonly from?: number;
    readonly search_after?: readonly (string | number)[];
    readonly _source?: boolean;
  };
  if (from + size > window) throw new SearchRefusal(400, "illegal_argument_exception");
  if (after !== undefined && (from > 0 || after.length !== sort.length)) {
    throw new SearchRefusal(400, "illegal_argument_exception");
  }
  const terms = sort.flatMap((one) => Object.entries(one));
  const hits = indices
    .flatMap((index) =>
      index.matching(query).map(([id, source]) => ({ id, source, key: index.sortKey(source, terms) })),
    )
    .sort((one, other) => compare(one.key, other.key, terms));
  const begin = after === undefined ? from : hits.filter(({ key }) => compare(key, after, terms) <= 0).length;
  return {
    timed_out: false,
    _shards: { failed: 0 },
    hits: {
      hits: hits
        .slice(begin, begin + size)
        .map(({ id, source, key }) => ({ _id: id, sort: key, ...(_source ? { _source: source } : {}) })),
    },
  };
}

type Key = readonly (string | number)[];

function compare(
  one: Key,
  other: Key,
  terms: readonly (readonly [string, { readonly order: string }])[],
): number {
  for (const [at, [, { order }]] of terms.entries()) {
    const [left = "", right = ""] = [one[at], other[at]];
    if (left !== right) return (left < right ? -1 : 1) * (order === "desc" ? -1 : 1);
  }
  return 0;
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
