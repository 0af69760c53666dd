import { readdir } from "node:fs/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { startProgram } from "./programs.ts";
import { listOf, readAddresses, readPorts } from "./targets.ts";
import type { ToolLimits, ToolLines } from "./tool-limits.ts";
import { text } from "./tool-texts.ts";
import { resolveAny, ToolRefused } from "./way.ts";

/** Most addresses, and most ports, of each side of a filter; and most packets of a capture. */
const mostOfFilter = 64;
const mostPackets = 1_000;

/** Bytes of a packet that are looked at: the headers, and what is behind them is not shown. */
const packetBytes = "128";

/** The interfaces of this server, also those without an address. */
async function ownInterfaces(): Promise<readonly string[]> {
  const found = await readdir("/sys/class/net").catch(() => Object.keys(networkInterfaces()));
  return found.filter((name) => /^[a-z0-9][a-z0-9._:-]{0,14}$/i.test(name)).sort();
}

async function readInterfaces(given: unknown): Promise<readonly string[]> {
  const asked = [...new Set(listOf(given))];
  const own = await ownInterfaces();
  const unknown = asked.find((name) => !own.includes(name));
  if (unknown === undefined) return asked;
  const names = own.join(", ");
  throw new ToolRefused(withParameters(text.badInterface, { name: unknown.slice(0, 40), names }));
}

const anyOf = (terms: readonly string[]): readonly string[] =>
  terms.length === 0 ? [] : [`( ${terms.join(" or ")} )`];

/** One side of the filter, in words that are made here of addresses and numbers alone. */
async function side(direction: "src" | "dst", ips: unknown, ports: unknown): Promise<readonly string[]> {
  const tooMuch = withParameters(text.badFilter, { most: mostOfFilter });
  const hosts = listOf(ips).length === 0 ? [] : readAddresses(ips);
  const numbers = readPorts(ports);
  if (hosts === null || numbers === null) throw new ToolRefused(tooMuch);
  if (hosts.length > mostOfFilter || numbers.length > mostOfFilter) throw new ToolRefused(tooMuch);
  const addresses: string[] = [];
  for (const host of hosts) addresses.push(...(isIP(host) === 0 ? await resolveAny(host) : [host]));
  return [
    ...anyOf(addresses.map((address) => `${direction} host ${address}`)),
    ...anyOf(numbers.map((port) => `${direction} port ${port}`)),
  ];
}

/** Leaves out the connection that tells of the packets: each would bring two more. */
function withoutPage(page: ToolLimits["page"]): readonly string[] {
  const address = page?.address.replace(/^::ffff:/i, "").replace(/%.*$/, "") ?? "";
  return page === null || isIP(address) === 0 ? [] : [`not ( host ${address} and port ${page.port} )`];
}

/** A packet as tcpdump tells of it, up to its length: what follows would be what it carries. */
const packetLine =
  /^\S+ (?<time>\S+) (?:(?<name>\S+) +(?:In|Out|M|B|P) +)?IP6? (?<from>\S+)\.(?<fromPort>\d+) > (?<to>\S+)\.(?<toPort>\d+): (?<facts>Flags \[[^\]]*\].*?), length (?<length>\d+)/;

const endpoint = (address: string, port: string): string =>
  address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;

function shownPacket(line: string, given: readonly string[]): readonly string[] {
  const {
    time,
    name = given[0],
    from,
    fromPort,
    to,
    toPort,
    facts,
    length,
  } = packetLine.exec(line)?.groups ?? {};
  if (from === undefined || to === undefined || facts === undefined) return [];
  if (given.length > 0 && !given.includes(name ?? "")) return [];
  const way = `${endpoint(from, fromPort ?? "")} -> ${endpoint(to, toPort ?? "")}`;
  return [`[${name ?? "any"}][${time}] ${way} (tcp, ${length} bytes)`, `  ${facts.toLowerCase()}`];
}

/** What is told of a capture that did not begin, or broke. */
function explain(remarks: string): Message {
  if (/permission|not permitted|capability/i.test(remarks)) return text.mayNotCapture;
  const reason = remarks.trim().split("\n").at(-1) ?? "";
  return withParameters(text.captureFailed, { reason: reason.replace(/[^\x20-\x7e]+/g, " ").slice(0, 200) });
}

/** The headers of TCP packets that this server sees, as they pass. What the packets carry is not shown. */
export async function* capture(request: JsonObject, { page, signal }: ToolLimits): ToolLines {
  const interfaces = await readInterfaces(request.interfaces);
  const terms = [
    ...(await side("src", request.src_ips, request.src_ports)),
    ...(await side("dst", request.dest_ips, request.dest_ports)),
  ];
  const expression = ["tcp", ...terms, ...withoutPage(page)].join(" and ").split(" ");
  const given = [
    // No names, a line at once, whole dates, and no packets for others that happen to pass by.
    ...["-n", "-l", "-tttt", "-p", "-s", packetBytes],
    ...["-i", interfaces.length === 1 ? (interfaces[0] ?? "any") : "any", "--", ...expression],
  ];
  const program = startProgram("tcpdump", given, signal);
  if (await program.remarked(/listening on /)) {
    const names = interfaces.length === 0 ? "any" : interfaces.join(", ");
    yield withParameters(text.capturing, { interfaces: names });
    if (terms.length > 0) yield withParameters(text.capturesOnly, { filter: terms.join(" and ") });
  }
  let count = 0;
  for await (const line of program.lines(explain)) {
    const shown = shownPacket(line, interfaces);
    if (shown.length === 0) continue;
    yield* shown;
    count += 1;
    if (count < mostPackets) continue;
    yield withParameters(text.captureFull, { count: mostPackets });
    return;
  }
  yield withParameters(text.captured, { count });
}
