import dns from "node:dns";
import { lookup as lookUpOwn, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { isMachine } from "./targets.ts";
import type { ToolLimits, ToolLines } from "./tool-limits.ts";
import { text } from "./tool-texts.ts";
import { ToolRefused } from "./way.ts";

/** Most records that are shown of a kind, and characters of each. */
const mostRecords = 50;
const longestRecord = 300;

/** How long a name server may take to answer, in milliseconds, and how often each is asked. */
const timeouts = { timeout: 3_000, tries: 2 };

/** What name servers are asked for about a name. */
const questions: Readonly<Record<string, (resolver: Resolver, name: string) => Promise<readonly string[]>>> =
  {
    CNAME: (resolver, name) => resolver.resolveCname(name),
    A: (resolver, name) => resolver.resolve4(name),
    AAAA: (resolver, name) => resolver.resolve6(name),
    MX: async (resolver, name) =>
      (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
    NS: (resolver, name) => resolver.resolveNs(name),
    TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => parts.join("")),
  };

/** Errors that are an answer: there is no such name, or nothing of the kind. */
const nothing = new Set(["ENOTFOUND", "ENODATA"]);

type Answered = { readonly records: readonly string[] } | { readonly failed: string };

async function ask(question: () => Promise<readonly string[]>): Promise<Answered> {
  try {
    return { records: await question() };
  } catch (error) {
    const { code = "EFAIL" } = error as NodeJS.ErrnoException;
    return nothing.has(code) ? { records: [] } : { failed: code };
  }
}

/** The answer, or null once nobody waits for it any more: a name server takes as long as it likes. */
function inTime<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(null);
    signal.addEventListener("abort", stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Names of others are foreign text: no control characters. */
const shown = (record: string): string => record.replace(/[^\x20-\x7e]+/g, " ").slice(0, longestRecord);

function* linesOf(kind: string, answer: Answered): Generator<Message | string> {
  if ("failed" in answer) yield withParameters(text.lookupFailed, { kind, reason: answer.failed });
  else for (const record of answer.records.slice(0, mostRecords)) yield `${kind.padEnd(6)} ${shown(record)}`;
}

/**
 * What a name means: to this server, whose own list of hosts counts as well, and to the name servers; or which names an
 * address has.
 */
export async function* lookup(request: JsonObject, { signal }: ToolLimits): ToolLines {
  const name = typeof request.dest_ip === "string" ? request.dest_ip.trim() : "";
  if (!isMachine(name)) throw new ToolRefused(text.badTarget);
  const servers = dns.getServers();
  const resolver = new Resolver(timeouts);
  resolver.setServers(servers);
  if (isIP(name) !== 0) {
    const names = await inTime(
      ask(() => resolver.reverse(name)),
      signal,
    );
    if (names === null) return;
    if ("records" in names && names.records.length === 0) yield withParameters(text.noName, { host: name });
    yield* linesOf("PTR", names);
    return;
  }
  const own = await inTime(
    ask(async () => (await lookUpOwn(name, { all: true })).map(({ address }) => address)),
    signal,
  );
  if (own === null) return;
  const addresses = "records" in own ? own.records : [];
  yield addresses.length === 0
    ? withParameters(text.unresolved, { host: name })
    : withParameters(text.connectsTo, { host: name, addresses: addresses.join(", ") });
  yield withParameters(text.nameServersSay, { servers: servers.join(", ") });
  let found = 0;
  for (const [kind, question] of Object.entries(questions)) {
    const answer = await inTime(
      ask(() => question(resolver, name)),
      signal,
    );
    if (answer === null) return;
    found += "records" in answer ? answer.records.length : 1;
    yield* linesOf(kind, answer);
  }
  if (found === 0) yield text.noRecords;
}
