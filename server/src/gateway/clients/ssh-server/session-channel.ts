import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { ServerChannel } from "ssh2";
import { log } from "../../../engine/log.ts";
import { recogniseFileProgram } from "../../files/programs/recognise.ts";
import type { ProgramTerminal } from "../../targets/ssh.ts";
import type { ClientConnection } from "./client-connection.ts";
import { serveExec } from "./exec.ts";
import type { ProgramChannel } from "./program-channel.ts";
import type { RequestSource, SessionRequests, Subsystem } from "./requests.ts";
import { serveSftp } from "./sftp.ts";
import { serveShell } from "./shell.ts";

/** Most variables a client may set, and how long each may be. */
const mostVariables = 32;
const longestValue = 256;

const defaultSize: TerminalSize = { cols: 80, rows: 24 };

/** A size that terminals have; clients without a window send 0. */
function sizeOf({ cols, rows }: { readonly cols: number; readonly rows: number }): TerminalSize {
  return {
    cols: cols >= 1 && cols <= 2000 ? cols : defaultSize.cols,
    rows: rows >= 1 && rows <= 2000 ? rows : defaultSize.rows,
  };
}

const subsystems: Readonly<Record<Subsystem, (program: ProgramChannel) => void>> = { sftp: serveSftp };

const isServed = (name: string): name is Subsystem => Object.hasOwn(subsystems, name);

const isHarmless = (name: string): boolean => /^(LANG|LC_[A-Z]{1,32})$/.test(name);

/** Takes what a client asks of one session channel: first what it needs, then one program. */
export function serveSessionChannel(
  connection: ClientConnection,
  session: RequestSource<SessionRequests>,
): void {
  let terminal: ProgramTerminal | null = null;
  let size = defaultSize;
  const environment: Record<string, string> = {};
  const resized = new Set<(size: TerminalSize) => void>();
  const signalled = new Set<(name: string) => void>();

  session.on("pty", (accept, reject, info) => {
    if (terminal !== null) {
      reject?.();
      return;
    }
    const { term } = info as { readonly term?: unknown };
    terminal = { term: termOf(term), modes: modesOf(info.modes) };
    size = sizeOf(info);
    accept?.();
  });
  session.on("env", (accept, reject, { key, val }) => {
    const value = String(val);
    const isTaken =
      isHarmless(key) &&
      value.length <= longestValue &&
      !/\p{Cc}/u.test(value) &&
      Object.keys(environment).length < mostVariables;
    if (isTaken) {
      environment[key] = value;
      accept?.();
    } else reject?.();
  });
  session.on("window-change", (accept, _reject, info) => {
    size = sizeOf(info);
    for (const handler of resized) handler(size);
    accept?.();
  });
  session.on("signal", (accept, _reject, { name }) => {
    for (const handler of signalled) handler(String(name).replace(/^SIG/, ""));
    accept?.();
  });

  const programOn = (channel: ServerChannel): ProgramChannel => {
    channel.on("error", (error: Error) => log.debug({ err: error }, "a channel of an SSH client failed"));
    return {
      connection,
      channel,
      gone: closing(channel, connection.gone),
      terminal,
      size,
      environment,
      onResize: subscriber(resized),
      onSignal: subscriber(signalled),
    };
  };
  session.on("shell", (accept) => serveShell(programOn(accept())));
  session.on("subsystem", (accept, reject, { name }) => {
    if (isServed(name)) subsystems[name](programOn(accept()));
    else reject();
  });
  session.on("exec", (accept, _reject, { command }) => {
    const files = recogniseFileProgram(command);
    const program = programOn(accept());
    if (files?.kind === "sftp-server") serveSftp(program, command);
    else serveExec(program, command, files);
  });
}

/** A signal for the end of a channel, however it comes. */
function closing(channel: ServerChannel, clientGone: AbortSignal): AbortSignal {
  const closed = new AbortController();
  const close = () => {
    clientGone.removeEventListener("abort", close);
    closed.abort();
  };
  channel.once("close", close);
  if (clientGone.aborted) closed.abort();
  else clientGone.addEventListener("abort", close, { once: true });
  return closed.signal;
}

const subscriber =
  <T>(handlers: Set<T>) =>
  (handler: T): (() => void) => {
    handlers.add(handler);
    return () => handlers.delete(handler);
  };

const termOf = (term: unknown): string =>
  typeof term === "string" && /^[\w.+-]{1,64}$/.test(term) ? term : "xterm-256color";

/** ssh2 answers modes by name; what is no number is left out. */
function modesOf(modes: unknown): Record<string, number> {
  if (typeof modes !== "object" || modes === null) return {};
  return Object.fromEntries(
    Object.entries(modes).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}
