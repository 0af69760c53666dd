import { once } from "node:events";
import type { Duplex } from "node:stream";
import { withParameters } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { mapConcurrent } from "../../engine/map-concurrent.ts";
import { mostAddresses, mostPorts, readAddresses, readPorts } from "./targets.ts";
import { machine, type ToolLimits, type ToolLines } from "./tool-limits.ts";
import { text } from "./tool-texts.ts";
import { isReached, ToolRefused, type Unreached } from "./way.ts";

const mostPairs = 8_192;
const usualPorts = [
  21, 22, 23, 25, 53, 80, 110, 111, 135, 139, 143, 389, 443, 445, 465, 587, 636, 993, 995, 1433, 1521, 2222,
  3000, 3306, 3389, 5000, 5432, 5900, 5985, 5986, 6379, 6443, 8000, 8080, 8443, 9000, 9090, 9200, 11211,
  27017,
];

/** Milliseconds to wait for a connection; from a gateway its SSH connection has a share in it. */
const connectTime = { telnet: 10_000, scan: 1_000, scanThrough: 3_000 };
const bannerTime = 2_000;

/** What a machine says first, as far as it can be shown; empty where it waits for the other side. */
async function readBanner(stream: Duplex, signal: AbortSignal): Promise<string> {
  const time = AbortSignal.any([signal, AbortSignal.timeout(bannerTime)]);
  const data = await Promise.race([
    once(stream, "data", { signal: time }).then(([first]) => first as Buffer),
    once(stream, "end", { signal: time }).then(() => null),
  ]).catch(() => null);
  return (data ?? Buffer.alloc(0))
    .toString("latin1")
    .slice(0, 200)
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim();
}

/** Whether a port is reached, and what is said there. */
export async function* telnet(request: JsonObject, limits: ToolLimits): ToolLines {
  const [port = 23, ...more] = readPorts(request.dest_port ?? 23) ?? [0];
  if (port === 0 || more.length > 0) throw new ToolRefused(withParameters(text.badPorts, { most: 1 }));
  const { way, signal } = limits;
  const { host, address } = await machine(request, limits);
  yield way.gateway === null
    ? withParameters(text.trying, { host, address, port })
    : withParameters(text.tryingThrough, { host, port, gateway: way.gateway });
  const began = Date.now();
  const answer = await way.dial(address, port, { timeout: connectTime.telnet, signal });
  if (!isReached(answer)) {
    yield withParameters(text.notConnected, { reason: answer.reason });
    return;
  }
  try {
    yield withParameters(text.connected, { milliseconds: Date.now() - began });
    const banner = await readBanner(answer, signal);
    if (banner !== "") yield withParameters(text.banner, { banner });
  } finally {
    answer.destroy();
  }
}

/** Which ports of machines are open. */
export async function* scan(request: JsonObject, limits: ToolLimits): ToolLines {
  const addresses = readAddresses(request.dest_ips);
  if (addresses === null) throw new ToolRefused(withParameters(text.badTargets, { most: mostAddresses }));
  const given = readPorts(request.dest_ports);
  if (given === null) throw new ToolRefused(withParameters(text.badPorts, { most: mostPorts }));
  const ports = given.length === 0 ? usualPorts : given;
  if (addresses.length * ports.length > mostPairs)
    throw new ToolRefused(withParameters(text.tooMuch, { most: mostPairs }));
  const size = { addresses: addresses.length, ports: ports.length };
  const { gateway } = limits.way;
  yield gateway === null
    ? withParameters(text.scanning, size)
    : withParameters(text.scanningThrough, { ...size, gateway });
  const began = Date.now();
  let up = 0;
  for (const host of addresses) {
    if (limits.signal.aborted) break;
    const found = await scanHost(host, ports, limits);
    yield* found.lines;
    if (found.isUp) up++;
  }
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  yield withParameters(text.scanned, { up, all: addresses.length, seconds });
}

type PortState = "open" | Unreached["state"];

async function probe(address: string, port: number, { way, signal }: ToolLimits): Promise<PortState> {
  const timeout = way.gateway === null ? connectTime.scan : connectTime.scanThrough;
  const answer = await way.dial(address, port, { timeout, signal });
  if (!isReached(answer)) return answer.state;
  answer.destroy();
  return "open";
}

async function scanHost(host: string, ports: readonly number[], limits: ToolLimits) {
  let address: string;
  try {
    address = await limits.way.address(host);
  } catch (error) {
    if (!(error instanceof ToolRefused)) throw error;
    return { isUp: false, lines: [error.text] };
  }
  const answers = await mapConcurrent(ports, limits.way.concurrency, async (port) => ({
    port,
    state: await probe(address, port, limits),
  }));
  const inState = (state: PortState) => answers.filter((answer) => answer.state === state);
  const [open, closed, silent, barred] = [
    inState("open"),
    inState("closed"),
    inState("silent"),
    inState("barred"),
  ];
  const bar = barred.length === 0 ? [] : [withParameters(text.barred, { host, count: barred.length })];
  if (open.length + closed.length === 0)
    return { isUp: false, lines: [...bar, withParameters(text.hostDown, { host })] };
  const counts = { open: open.length, closed: closed.length, silent: silent.length };
  return {
    isUp: true,
    lines: [
      withParameters(text.hostUp, { host, ...counts }),
      ...bar,
      ...open.map(({ port }) => withParameters(text.openPort, { port })),
    ],
  };
}
