import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log } from "../../engine/log.ts";
import type { SupervisorMessage } from "../../engine/process/messages.ts";
import { makeHostKey } from "../../transport/ssh/host-key-pair.ts";
import { readShellAccess, shellFolder } from "./access.ts";
import { startShellServer } from "./shell-server.ts";
import { becomeUnprivileged } from "./unprivileged.ts";

/**
 * The process of the demonstration's shell, started by the supervisor. It gets neither the installation key nor the
 * database; what it needs is read before it gives up its rights.
 */
export function runShellProcess(): void {
  const stop = () => process.exit(0);
  process.on("disconnect", stop);
  process.on("SIGTERM", stop);
  process.on("SIGINT", () => undefined);
  process.on("SIGHUP", () => undefined);
  process.on("message", (message: SupervisorMessage) => {
    if (message.type === "stop") stop();
    if (message.type !== "start-shell") return;
    start(message.dataFolder).then(
      () => process.send?.({ type: "ready" }),
      (error: unknown) => {
        log.fatal({ err: error }, "the demonstration's shell cannot start");
        setTimeout(() => process.exit(1), 50);
      },
    );
  });
}

async function start(dataFolder: string): Promise<void> {
  const access = readShellAccess(dataFolder);
  if (access === null) throw new Error("the shell was not prepared");
  const { spawn } = await import("@lydell/node-pty");
  const hostKey = await loadHostKey(join(shellFolder(dataFolder), "host.key"));
  const home = becomeUnprivileged(join(shellFolder(dataFolder), "home"));
  const shell = ["/bin/bash", "/usr/bin/bash", "/bin/sh"].find((path) => existsSync(path)) ?? "sh";
  const { port } = await startShellServer({ access, hostKey, home, shell, spawn });
  log.info({ port, uid: process.getuid?.() }, "offering a shell on 127.0.0.1");
}

async function loadHostKey(path: string): Promise<string> {
  if (existsSync(path)) return readFileSync(path, "utf8");
  mkdirSync(join(path, ".."), { recursive: true, mode: 0o711 });
  const key = await makeHostKey("ed25519");
  writeFileSync(path, key, { mode: 0o600 });
  return key;
}
