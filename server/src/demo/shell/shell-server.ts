import { spawn as spawnProgram } from "node:child_process";
import { createHash, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { IEvent, IPty, spawn as spawnPty } from "@lydell/node-pty";
import ssh2, { type AuthContext, type Connection, type PseudoTtyInfo, type ServerChannel } from "ssh2";
import type { ShellAccess } from "./access.ts";
import { findSftpProgram } from "./sftp-program.ts";

/** Most connections at a time, and terminals of one connection. */
const mostConnections = 8;
const mostTerminals = 4;
/** Tries before a connection is closed. */
const mostTries = 3;

/** What the shell server works with. */
export interface ShellServerOptions {
  readonly access: ShellAccess;
  /** Private host key, OpenSSH format. */
  readonly hostKey: string;
  readonly home: string;
  readonly shell: string;
  readonly spawn: typeof spawnPty;
}

/** A running shell server. */
export interface ShellServer {
  readonly port: number;
  close(): Promise<void>;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Serves terminals, commands and files over SSH on 127.0.0.1, to anyone who knows the generated password; nothing is
 * forwarded. Files are served by the machine's own sftp-server, where it has one.
 */
export function startShellServer(options: ShellServerOptions): Promise<ShellServer> {
  const { access, hostKey } = options;
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey], ident: "SallyportDemo" }, (client) => {
    if (connections.size >= mostConnections) return void client.end();
    connections.add(client);
    const late = setTimeout(() => client.end(), 15_000);
    let tries = 0;
    client.on("error", () => client.end());
    client.on("close", () => {
      clearTimeout(late);
      connections.delete(client);
    });
    client.on("authentication", (attempt) => {
      if (isRight(attempt, access)) return attempt.accept();
      if (attempt.method !== "none") tries++;
      if (tries >= mostTries) return void client.end();
      attempt.reject(["password"]);
    });
    client.on("ready", () => {
      clearTimeout(late);
      serveTerminals(client, options);
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(access.port, "127.0.0.1", () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const client of connections) client.end();
          }),
      });
    });
  });
}

function isRight(attempt: AuthContext, { username, password }: ShellAccess): boolean {
  if (attempt.method !== "password") return false;
  const isKnown = timingSafeEqual(digest(attempt.username), digest(username));
  return timingSafeEqual(digest(attempt.password), digest(password)) && isKnown;
}

interface Size {
  readonly cols: number;
  readonly rows: number;
}

const sizeOf = ({ cols, rows }: Pick<PseudoTtyInfo, "cols" | "rows">): Size => ({
  cols: Math.min(Math.max(cols, 1), 1_000),
  rows: Math.min(Math.max(rows, 1), 1_000),
});

function serveTerminals(client: Connection, options: ShellServerOptions): void {
  let open = 0;
  client.on("session", (accept, reject) => {
    if (open >= mostTerminals) return void reject();
    open++;
    const session = accept();
    let size: Size = { cols: 80, rows: 24 };
    let terminal: IPty | null = null;
    let hasProgram = false;
    const begin = (): boolean => {
      const isFirst = terminal === null && !hasProgram;
      hasProgram = true;
      return isFirst;
    };
    session.on("close", () => {
      open--;
      terminal?.kill();
    });
    session.on("pty", (acceptPty, _reject, info) => {
      size = sizeOf(info);
      acceptPty?.();
    });
    session.on("window-change", (acceptChange, _reject, info) => {
      size = sizeOf(info);
      terminal?.resize(size.cols, size.rows);
      acceptChange?.();
    });
    session.on("shell", (acceptShell, rejectShell) => {
      if (!begin()) return void rejectShell();
      terminal = connectShell(acceptShell(), size, options);
    });
    session.on("exec", (acceptExec, rejectExec, { command }) => {
      if (!begin()) return void rejectExec();
      connectProgram(acceptExec(), options.shell, ["-c", command], options);
    });
    session.on("subsystem", (acceptSubsystem, rejectSubsystem, { name }) => {
      const server = name === "sftp" ? findSftpProgram() : undefined;
      if (server === undefined || !begin()) return void rejectSubsystem();
      connectProgram(acceptSubsystem(), server, [], options);
    });
  });
}

/** Nothing of the product's environment. */
const environmentOf = ({
  home,
  shell,
}: Pick<ShellServerOptions, "home" | "shell">): Record<string, string> => ({
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
  HOME: home,
  SHELL: shell,
  LANG: "C.UTF-8",
  USER: "demo",
  LOGNAME: "demo",
});

/** Runs a program without a terminal on a channel, as the account of this process. */
function connectProgram(
  channel: ServerChannel,
  program: string,
  args: readonly string[],
  options: ShellServerOptions,
): void {
  const child = spawnProgram(program, args, { cwd: options.home, env: environmentOf(options) });
  channel.pipe(child.stdin);
  child.stdout.pipe(channel, { end: false });
  child.stderr.pipe(channel.stderr, { end: false });
  child.stdin.on("error", () => undefined);
  channel.on("close", () => child.kill());
  channel.on("error", () => child.kill());
  child.on("error", () => channel.close());
  child.on("close", (code) => {
    if (!channel.writable) return;
    channel.exit(code ?? 255);
    channel.end();
  });
}

function connectShell(channel: ServerChannel, size: Size, { spawn, shell, home }: ShellServerOptions): IPty {
  const isBash = shell.endsWith("bash");
  const plain = isBash ? ["--noprofile", "--norc"] : [];
  // Bytes pass as they are, also those of programs that send files: node-pty takes a terminal for one of UTF-8 only where it
  // decodes what is printed.
  const terminal = spawn("/bin/sh", ["-c", 'stty iutf8 2>&-; exec "$0" "$@"', shell, ...plain], {
    ...size,
    encoding: null,
    name: "xterm-256color",
    cwd: home,
    env: {
      ...environmentOf({ home, shell }),
      HISTFILE: "",
      PS1: isBash ? "\\[\\e[1;32m\\]demo@sallyport\\[\\e[0m\\]:\\w\\$ " : "demo@sallyport$ ",
    },
  });
  const { onData, write } = rawOf(terminal);
  onData((data) => {
    // A reader that is slow holds the program up, not this process' memory.
    if (channel.writable && !channel.write(data)) {
      terminal.pause();
      channel.once("drain", () => terminal.resume());
    }
  });
  terminal.onExit(({ exitCode }) => {
    if (!channel.writable) return;
    channel.exit(exitCode);
    channel.end();
  });
  channel.on("data", write);
  channel.on("close", () => terminal.kill());
  channel.on("error", () => terminal.kill());
  return terminal;
}

/** A terminal without an encoding takes and gives bytes, which its types do not say. */
function rawOf(terminal: IPty) {
  return {
    onData: terminal.onData as unknown as IEvent<Buffer>,
    write: (data: Buffer): void => terminal.write(data as unknown as string),
  };
}
