import { existsSync } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";

const sudo = "/usr/bin/sudo";

/** Why sudo cannot be tested here, for the name of a skipped test; null where it can. */
export function sudoMissing(): string | null {
  if (process.getuid?.() !== 0) return "only root says who may use sudo";
  return existsSync(sudo) ? null : "sudo is not installed";
}

/**
 * Lets an account of this machine run anything as anybody, as soon as it has given its password.
 *
 * @returns takes that back
 */
export async function allowSudo(username: string): Promise<() => Promise<void>> {
  const file = `/etc/sudoers.d/${username}`;
  await writeFile(file, `${username} ALL=(ALL) ALL\n`);
  await chmod(file, 0o440);
  return () => rm(file, { force: true });
}
