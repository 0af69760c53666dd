import { type WebSocket, WebSocketServer } from "ws";
import type { CallerContext } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import { freshCaller, type OpenPage, OpenPages, type SocketDeclaration } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import { isObject, type Json, type JsonObject } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { ExecutionServices } from "../../engine/tasks/index.ts";
import { executionChannel, readLog } from "../../engine/tasks/index.ts";
import { text } from "./texts.ts";
import { findExecution } from "./visible-executions.ts";

/** Bytes of one message, and characters read at once. */
const messageBytes = 4_096;
const readSize = 65_536;
/** Milliseconds between signs that an execution has said nothing yet, and looks where nothing was announced. */
const dotEvery = 500;
const lookEvery = 2_000;

/** Shows the logs of executions as they are written. */
export interface LogSockets {
  connect: SocketDeclaration["connect"];
}

/** A page that follows logs. */
interface Page extends OpenPage {
  context: CallerContext;
  /** Ends what is followed. */
  controller: AbortController | null;
}

/**
 * The pages that follow logs in one process. Anyone who comes late gets the whole log first; a page that reads
 * slowly is sent no more than it takes. Contract: docs/contract/jobs.md, "The log".
 */
export function createLogSockets(services: ExecutionServices, checkSeconds = 10): LogSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: 4_096, perMessageDeflate: false });
  const pages = new OpenPages<Page>({ checkSeconds, signedIn });
  const waiting = new Map<string, Set<() => void>>();

  const wake = (id: string): void => {
    for (const go of waiting.get(id) ?? []) go();
  };
  services.events.subscribe(
    executionChannel,
    (id: Json) => wake(String(id)),
    () => {
      for (const id of waiting.keys()) wake(id);
    },
  );

  /** Resolves when the execution has said something, or after a while. */
  function news(id: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const set = waiting.get(id) ?? new Set();
      waiting.set(id, set);
      const go = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", go);
        set.delete(go);
        if (set.size === 0) waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(go, milliseconds);
      signal.addEventListener("abort", go);
      set.add(go);
    });
  }

  async function follow(socket: WebSocket, page: Page, task: string, signal: AbortSignal): Promise<void> {
    const send = (message: JsonObject): Promise<void> => sent(socket, { ...message, task });
    let position = 0;
    let hasBegun = false;
    for (;;) {
      const state = await stateOf(page, task);
      if (signal.aborted || socket.readyState !== socket.OPEN) return;
      if (state === null) {
        await send({ message: `${translate(text.notThere, page.context.language)}\r\n` });
        return send({ event: "end", message: "" });
      }
      const { text: part, next } = await readLog(services.db, task, position, readSize);
      if (part !== "" && !hasBegun) {
        hasBegun = true;
        await sent(socket, { message: "\r\n" });
      }
      for (const message of pieces(part)) {
        if (signal.aborted) return;
        await send({ message });
      }
      position = next;
      if (part !== "") continue;
      if (state === "over") return send({ event: "end", message: "" });
      if (!hasBegun) await send({ message: "." });
      await news(task, hasBegun ? lookEvery : dotEvery, signal);
    }
  }

  function begin(socket: WebSocket, page: Page, data: string): void {
    const task = taskOf(data);
    if (task === null) return;
    page.controller?.abort();
    const controller = new AbortController();
    page.controller = controller;
    follow(socket, page, task, controller.signal).catch((error: unknown) => {
      log.warn({ err: error, execution: task }, "a log could not be followed");
      socket.close(1011, "the log cannot be read");
    });
  }

  async function signedIn(open: ReadonlyMap<WebSocket, Page>): Promise<ReadonlySet<WebSocket>> {
    const found = new Set<WebSocket>();
    for (const [socket, page] of open) {
      const fresh = await freshCaller(page.context);
      if (fresh === null) continue;
      page.context = fresh;
      found.add(socket);
    }
    return found;
  }

  function add(socket: WebSocket, context: CallerContext): void {
    const page: Page = { userId: context.principal.id, context, controller: null };
    pages.add(socket, page);
    socket.on("message", (data) => begin(socket, page, String(data)));
    socket.on("close", () => page.controller?.abort());
  }

  return {
    connect(context, { request, socket, head }) {
      server.handleUpgrade(request, socket, head, (open) => add(open, context));
    },
  };
}

/** Whether an execution is running; null: there is none this page may see. */
async function stateOf(page: Page, task: string): Promise<"on" | "over" | null> {
  try {
    const { state } = await findExecution(page.context, task);
    return state === "PENDING" || state === "RUNNING" ? "on" : "over";
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** The task a message asks for; null: it asks for nothing. */
function taskOf(data: string): string | null {
  try {
    const message: unknown = JSON.parse(data);
    const task = isObject(message) ? message.task : undefined;
    return typeof task === "string" && task.length <= 64 ? task : null;
  } catch {
    return null;
  }
}

/** Resolves when the message has left. */
function sent(socket: WebSocket, message: JsonObject): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve();
    else socket.send(JSON.stringify(message), () => resolve());
  });
}

/** A text as terminals want it, in messages of bounded size, no character cut in half. */
function* pieces(part: string): Generator<string> {
  // No character of UTF-16 takes more than three bytes, and a line break becomes two.
  const most = Math.floor(messageBytes / 3);
  for (let start = 0; start < part.length; ) {
    let end = Math.min(start + most, part.length);
    if (end < part.length && /[\ud800-\udbff]/.test(part.charAt(end - 1))) end--;
    yield part.slice(start, end).replaceAll("\n", "\r\n");
    start = end;
  }
}
