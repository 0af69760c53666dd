import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import type { HandOffMessage } from "../engine/process/hand-off-messages.ts";
import type {
  ChildMessage,
  ProcessName,
  SupervisorMessage,
  shellProcessName,
  tlsProcessName,
} from "../engine/process/messages.ts";
import { StartRefusedError } from "../engine/process/runtime.ts";
import { refuseUpgrade } from "../engine/process/socket-handoff.ts";
import {
  createSocketSender,
  type SocketCarrier,
  type SocketSender,
} from "../engine/process/socket-sender.ts";

/** What to run and whom to tell. */
export interface ManagedProcessOptions {
  readonly name: ProcessName | typeof shellProcessName | typeof tlsProcessName;
  /** The script every process of the product is started from. */
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  /** File descriptor its output goes to, or `inherit`. */
  readonly output: number | "inherit";
  readonly start: () => Extract<SupervisorMessage, { type: "start" | "start-shell" | "start-tls" }>;
  readonly log: Logger;
  readonly onMessage: (message: ChildMessage, socket: Socket | undefined) => void;
  readonly onProcessChange: () => void;
}

/** A process that is started again whenever it ends. */
export interface ManagedProcess {
  readonly name: ManagedProcessOptions["name"];
  pid(): number | null;
  /** Resolves when it was ready for the first time; rejects when it refuses to start or keeps failing before that. */
  readonly firstReady: Promise<void>;
  /** Tells it something; dropped when it is not running. */
  send(message: SupervisorMessage): void;
  /** Gives it a connection; answered 503 when it is not running. */
  sendSocket(message: HandOffMessage, socket: Socket): void;
  /** Asks it to stop, and ends it after `timeout` milliseconds. It is not started again. */
  stop(timeout: number): Promise<void>;
}

const FIRST_DELAY = 200;
const LONGEST_DELAY = 10_000;
/** A process that ran this long starts again at once. */
const STEADY = 30_000;
/** Failures before the first readiness after which a start is given up. */
const ATTEMPTS = 3;

/** Starts a process and keeps it running. */
export function manageProcess(options: ManagedProcessOptions): ManagedProcess {
  const { name, log } = options;
  let child: ChildProcess | null = null;
  let sender: SocketSender | null = null;
  let timer: NodeJS.Timeout | null = null;
  let ready = false;
  let wasReady = false;
  let stopped = false;
  let failures = 0;
  let settle: { resolve(): void; reject(error: Error): void } | null = null;
  const firstReady = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // The caller may look at it late; a rejection is not lost by that.
  firstReady.catch(() => undefined);

  const launch = () => {
    timer = null;
    ready = false;
    const startedAt = Date.now();
    const current = fork(options.script, ["--child", name], {
      env: options.environment,
      stdio: ["ignore", options.output, options.output, "ipc"],
      execArgv: ["--enable-source-maps"],
    });
    child = current;
    const sockets = createSocketSender(current as unknown as SocketCarrier);
    sender = sockets;
    current.once("disconnect", () => sockets.lost());
    options.onProcessChange();
    log.info({ name, child: current.pid }, "started");
    current.on("message", (message: ChildMessage, socket) => received(message, socket as Socket | undefined));
    current.on("error", (error) => log.error({ name, err: error }, "process error"));
    current.once("exit", () => sockets.lost());
    current.once("exit", (code, signal) => ended(code, signal, Date.now() - startedAt));
    current.send(options.start(), () => undefined);
  };

  const received = (message: ChildMessage, socket: Socket | undefined) => {
    if (message.type === "ready") {
      ready = true;
      wasReady = true;
      settle?.resolve();
    } else if (message.type === "refused" && !wasReady) {
      stopped = true;
      settle?.reject(new StartRefusedError(message.message));
    }
    if (message.type === "hand-off-received") sender?.received(message);
    if (message.type === "hand-off") {
      const receipt: SupervisorMessage = { type: "hand-off-received", id: message.id };
      if (child?.connected) child.send(receipt, () => undefined);
    }
    options.onMessage(message, socket);
  };

  const ended = (code: number | null, signal: string | null, lived: number) => {
    child = null;
    ready = false;
    if (stopped) return;
    options.onProcessChange();
    failures = lived > STEADY ? 1 : failures + 1;
    log.error({ name, code, signal, lived }, "ended unexpectedly");
    if (!wasReady && failures >= ATTEMPTS) {
      stopped = true;
      settle?.reject(
        new Error(`The ${name} process failed to start (it exited with ${signal ?? `status ${code}`}).`),
      );
      return;
    }
    timer = setTimeout(launch, Math.min(FIRST_DELAY * 2 ** (failures - 1), LONGEST_DELAY));
  };

  launch();
  return {
    name,
    firstReady,
    pid: () => child?.pid ?? null,
    send: (message) => {
      if (child?.connected) child.send(message, () => undefined);
    },
    sendSocket: (message, socket) => {
      if (sender !== null && ready) sender.send(message, socket);
      else refuseUpgrade(socket);
    },
    stop: (timeout) => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      const current = child;
      if (current === null || current.exitCode !== null || current.signalCode !== null)
        return Promise.resolve();
      return new Promise((resolve) => {
        const force = setTimeout(() => {
          log.error({ name }, "did not stop in time and was ended");
          current.kill("SIGKILL");
        }, timeout);
        current.once("exit", () => {
          clearTimeout(force);
          resolve();
        });
        if (current.connected) current.send({ type: "stop" }, () => undefined);
        else current.kill("SIGTERM");
      });
    },
  };
}
