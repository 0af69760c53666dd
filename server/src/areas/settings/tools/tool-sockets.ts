import { randomUUID } from "node:crypto";
import { type WebSocket, WebSocketServer } from "ws";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import type { SocketDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import { runTool, ToolRefused } from "./run-tool.ts";
import { text } from "./tool-texts.ts";

/** Milliseconds a tool may take, and somebody may take to say which one. */
const longest = 120_000;
const longestSilence = 10_000;

/** How often somebody may use tools of this process: so many begun in so many milliseconds, one at a time. */
const mostUses = 20;
const usesWithin = 60_000;

/** Who uses tools: the times of their last uses, and whether one runs. */
interface Use {
  times: readonly number[];
  isRunning: boolean;
}

function begin(uses: Map<string, Use>, person: string): Use | null {
  const now = Date.now();
  for (const [id, use] of uses)
    if (!use.isRunning && use.times.every((time) => now - time > usesWithin)) uses.delete(id);
  const use = uses.get(person) ?? { times: [], isRunning: false };
  use.times = use.times.filter((time) => now - time <= usesWithin);
  if (use.isRunning || use.times.length >= mostUses) return null;
  use.times = [...use.times, now];
  use.isRunning = true;
  uses.set(person, use);
  return use;
}

/** What the operate log tells of a use: the tool and where it went. */
const nameOf = (request: JsonObject): string => {
  const where = [request.dest_ip ?? request.dest_ips, request.dest_port ?? request.dest_ports].flat();
  return [request.tool_type ?? "ping", ...where.filter((one) => one !== undefined && one !== null)]
    .map(String)
    .join(" ")
    .slice(0, 200);
};

const readRequest = (data: string): JsonObject => {
  try {
    const request: unknown = JSON.parse(data);
    return isObject(request) ? (request as JsonObject) : {};
  } catch {
    return {};
  }
};

/** Resolves when the page has taken it: a reader that is slow slows the tool. */
const say = (socket: WebSocket, line: string): Promise<void> =>
  new Promise((resolve) => {
    socket.send(JSON.stringify({ msg: `${line}\r\n` }), () => resolve());
  });

async function serve(context: CallerContext, socket: WebSocket, request: JsonObject): Promise<void> {
  const { services, language } = context;
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  const time = AbortSignal.timeout(longest);
  const signal = AbortSignal.any([closed.signal, time]);
  const told = (line: Message | string): string =>
    typeof line === "string" ? line : translate(line, language);
  try {
    const limits = { allowed: services.config.localTargets, signal };
    for await (const line of runTool(request, limits)) await say(socket, told(line));
    if (time.aborted) await say(socket, told(text.timeUp));
  } catch (error) {
    if (closed.signal.aborted) return;
    if (time.aborted) await say(socket, told(text.timeUp));
    else if (error instanceof ToolRefused) await say(socket, `Exception: ${told(error.text)}`);
    else throw error;
  }
  await say(socket, "");
}

/** `/ws/setting/tools/`: one tool a connection. Contract: docs/contract/settings.md, "Tools". */
export function toolSocket(): SocketDeclaration {
  const server = new WebSocketServer({ noServer: true, maxPayload: 65_536, perMessageDeflate: false });
  const uses = new Map<string, Use>();
  const start = async (context: CallerContext, socket: WebSocket, data: string): Promise<void> => {
    const use = begin(uses, context.principal.id);
    if (use === null) {
      await say(socket, `Exception: ${translate(text.busy, context.language)}`);
      return;
    }
    try {
      const request = readRequest(data);
      // Before it runs: what is not written down is not done.
      const name = nameOf(request);
      await recordOperation(context, { action: "view", type: text.tools, name, id: randomUUID() });
      await serve(context, socket, request);
    } finally {
      use.isRunning = false;
    }
  };
  return {
    path: "/ws/setting/tools/",
    access: permission("settings.view_setting"),
    connect: (context, { request, socket: raw, head }) => {
      server.handleUpgrade(request, raw, head, (socket) => {
        const silence = setTimeout(() => socket.close(), longestSilence);
        socket.on("error", () => socket.terminate());
        socket.once("close", () => clearTimeout(silence));
        socket.once("message", (data) => {
          clearTimeout(silence);
          start(context, socket, String(data))
            .catch((error: unknown) => log.error({ err: error }, "a tool failed"))
            .finally(() => socket.close());
        });
      });
    },
  };
}
