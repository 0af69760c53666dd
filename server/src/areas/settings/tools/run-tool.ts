import { spawn } from "node:child_process";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { mapConcurrent } from "../../../engine/map-concurrent.ts";
import { resolveTarget, TargetRefused } from "../../../engine/outbound/index.ts";
import { isMachine, mostAddresses, mostPorts, readAddresses, readPorts } from "./targets.ts";
import { text } from "./tool-texts.ts";

/** What a tool may do. */
export interface ToolLimits {
  /** Addresses of this machine that may be targets all the same. */
  readonly allowed: readonly string[];
  /** Aborted when nobody reads any more, or time is over. */
  readonly signal: AbortSignal;
}

/** Lines of a tool: in the reader's language, or as a program said them. */
export type ToolLines = AsyncIterable<Message | string>;

/** A request that no tool takes. */
export class ToolRefused extends Error {
  override readonly name = "ToolRefused";
  readonly text: Message;
  constructor(said: Message) {
    super(said.en);
    this.text = said;
  }
}

const pingProgram = "ping";
const mostPairs = 8_192;
const usualPorts = [
  21, 22, 23, 25, 53, 80, 110, 111, 135, 139, 143, 389, 443, 445, 465, 587, 636, 993, 995, 1433, 1521, 2222,
  3000, 3306, 3389, 5000, 5432, 5900, 5985, 5986, 6379, 6443, 8000, 8080, 8443, 9000, 9090, 9200, 11211,
  27017,
];
const connectTime = { telnet: 10_000, scan: 1_000 };
const bannerTime = 2_000;

/** The address to use for a machine, which is the one that was looked at. */
async function resolved(host: string, { allowed }: ToolLimits): Promise<string> {
  try {
    return await resolveTarget(host, allowed);
  } catch (error) {
    throw new ToolRefused(
      withParameters(error instanceof TargetRefused ? text.ownMachine : text.unresolved, { host }),
    );
  }
}

async function machine(request: JsonObject, limits: ToolLimits) {
  const host = typeof request.dest_ip === "string" ? request.dest_ip.trim() : "";
  if (!isMachine(host)) throw new ToolRefused(text.badTarget);
  return { host, address: await resolved(host, limits) };
}

async function* ping(request: JsonObject, limits: ToolLimits): ToolLines {
  const { address } = await machine(request, limits);
  // The address is one by now: no text of the request is an argument of the program.
  const program = spawn(pingProgram, ["-n", "-c", "5", "-W", "3", "-s", "64", address], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" },
    signal: limits.signal,
  });
  const failed = new Promise<Error | null>((resolve) => {
    program.once("error", resolve);
    program.once("close", () => resolve(null));
  });
  for await (const line of createInterface({ input: program.stdout })) yield line.slice(0, 500);
  const error = (await failed) as NodeJS.ErrnoException | null;
  if (error?.code === "ENOENT") throw new ToolRefused(text.noPing);
}

/** How a port answered, and what it said first. */
interface Answer {
  readonly state: "open" | "closed" | "silent";
  readonly reason: string;
  readonly banner: string;
}

function probe(
  address: string,
  port: number,
  { timeout, listen, signal }: { timeout: number; listen: number; signal: AbortSignal },
): Promise<Answer> {
  return new Promise((resolve) => {
    let banner = "";
    const socket = connect({ host: address, port, signal });
    const end = (state: Answer["state"], reason = ""): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ state, reason, banner });
    };
    let timer = setTimeout(() => end("silent", "ETIMEDOUT"), timeout);
    socket.on("error", (error: NodeJS.ErrnoException) =>
      end(error.code === "ECONNREFUSED" ? "closed" : "silent", error.code ?? error.message),
    );
    socket.once("connect", () => {
      if (listen === 0) return end("open");
      clearTimeout(timer);
      timer = setTimeout(() => end("open"), listen);
    });
    socket.once("data", (data: Buffer) => {
      banner = data
        .toString("latin1")
        .slice(0, 200)
        .replace(/[^\x20-\x7e]+/g, " ")
        .trim();
      end("open");
    });
    socket.once("end", () => end("open"));
  });
}

async function* telnet(request: JsonObject, limits: ToolLimits): ToolLines {
  const [port = 23, ...more] = readPorts(request.dest_port ?? 23) ?? [0];
  if (port === 0 || more.length > 0) throw new ToolRefused(withParameters(text.badPorts, { most: 1 }));
  const { host, address } = await machine(request, limits);
  yield withParameters(text.trying, { host, address, port });
  const began = Date.now();
  const { signal } = limits;
  const answer = await probe(address, port, { timeout: connectTime.telnet, listen: bannerTime, signal });
  if (answer.state !== "open") {
    yield withParameters(text.notConnected, { reason: answer.reason });
    return;
  }
  yield withParameters(text.connected, { milliseconds: Date.now() - began });
  if (answer.banner !== "") yield withParameters(text.banner, { banner: answer.banner });
}

async function* scan(request: JsonObject, limits: ToolLimits): ToolLines {
  const addresses = readAddresses(request.dest_ips);
  if (addresses === null) throw new ToolRefused(withParameters(text.badTargets, { most: mostAddresses }));
  const given = readPorts(request.dest_ports);
  if (given === null) throw new ToolRefused(withParameters(text.badPorts, { most: mostPorts }));
  const ports = given.length === 0 ? usualPorts : given;
  if (addresses.length * ports.length > mostPairs)
    throw new ToolRefused(withParameters(text.tooMuch, { most: mostPairs }));
  yield withParameters(text.scanning, { addresses: addresses.length, ports: ports.length });
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

async function scanHost(host: string, ports: readonly number[], limits: ToolLimits) {
  let address: string;
  try {
    address = await resolved(host, limits);
  } catch (error) {
    if (!(error instanceof ToolRefused)) throw error;
    return { isUp: false, lines: [error.text] };
  }
  const { signal } = limits;
  const answers = await mapConcurrent(ports, 64, async (port) => ({
    port,
    ...(await probe(address, port, { timeout: connectTime.scan, listen: 0, signal })),
  }));
  const inState = (state: Answer["state"]) => answers.filter((answer) => answer.state === state);
  const [open, closed, silent] = [inState("open"), inState("closed"), inState("silent")];
  if (open.length + closed.length === 0)
    return { isUp: false, lines: [withParameters(text.hostDown, { host })] };
  const counts = { open: open.length, closed: closed.length, silent: silent.length };
  return {
    isUp: true,
    lines: [
      withParameters(text.hostUp, { host, ...counts }),
      ...open.map(({ port }) => withParameters(text.openPort, { port })),
    ],
  };
}

const tools = { ping, telnet, nmap: scan } as const;

/**
 * The lines of a tool, as they come.
 * @throws ToolRefused where there is no tool of that name, or what is asked is not for it
 */
export function runTool(request: JsonObject, limits: ToolLimits): ToolLines {
  const name = String(request.tool_type ?? "ping").toLowerCase();
  if (!Object.hasOwn(tools, name)) throw new ToolRefused(text.unknownTool);
  return tools[name as keyof typeof tools](request, limits);
}
