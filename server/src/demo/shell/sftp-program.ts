import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { unprivilegedId } from "../../engine/process/unprivileged.ts";

const programs = [
  "/usr/lib/openssh/sftp-server",
  "/usr/libexec/openssh/sftp-server",
  "/usr/lib/ssh/sftp-server",
  "/usr/libexec/sftp-server",
];

/**
 * The machine's own program that serves files to the shell's account; undefined where it has none, or where the account
 * has no name on it: OpenSSH's program ends at once then.
 */
export function findSftpProgram(): string | undefined {
  const id = unprivilegedId() ?? process.getuid?.();
  const isNamed = id === undefined || spawnSync("id", ["-un", String(id)]).status === 0;
  return isNamed ? programs.find((path) => existsSync(path)) : undefined;
}
