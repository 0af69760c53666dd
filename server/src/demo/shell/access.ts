import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** How the demonstration's shell is reached: by the gateway only, on 127.0.0.1. */
export interface ShellAccess {
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/** Folder of the demonstration's shell, below the data folder. */
export const shellFolder = (dataFolder: string): string => join(dataFolder, "demo");

const fileOf = (dataFolder: string): string => join(shellFolder(dataFolder), "shell.json");

/** What `prepareShellAccess` left, or null when this installation never offered a shell. */
export function readShellAccess(dataFolder: string): ShellAccess | null {
  const file = fileOf(dataFolder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ShellAccess) : null;
}

/**
 * Chooses a free port on the loopback interface and, the first time, a password nobody types. Kept with mode 600, so
 * that the account stored in the product stays right.
 */
export async function prepareShellAccess(dataFolder: string): Promise<ShellAccess> {
  const known = readShellAccess(dataFolder);
  if (known !== null && (await portIsFree(known.port)) !== null) return known;
  const port = await portIsFree(0);
  if (port === null) throw new Error("no port is free on 127.0.0.1");
  const password = known?.password ?? randomBytes(24).toString("base64url");
  const access: ShellAccess = { port, username: "demo", password };
  mkdirSync(shellFolder(dataFolder), { recursive: true, mode: 0o711 });
  writeFileSync(fileOf(dataFolder), JSON.stringify(access), { mode: 0o600 });
  return access;
}

/** The port, or the one the system chose for 0; null when it is taken. */
function portIsFree(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}
