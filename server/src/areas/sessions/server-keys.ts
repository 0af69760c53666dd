import { log } from "../../engine/log.ts";
import type { SealedColumn } from "../../engine/secrets/index.ts";
import type { Services } from "../../engine/services.ts";
import { makeHostKey, readServerKey, type ServerKeyKind } from "../../transport/ssh/index.ts";

/** The kinds of key the server has. */
const kinds: readonly ServerKeyKind[] = ["ed25519", "rsa"];

/** What a sealed key is bound to. */
const keyContext = (kind: string): string => `ssh_server_keys.private:${kind}`;

/** What the SSH server keeps sealed. */
export const serverKeyColumn: SealedColumn = {
  table: "ssh_server_keys",
  column: "private_sealed",
  key: ["kind"],
  context: (kind = "") => keyContext(kind),
};

/** Where keys and passwords are kept, and what seals them. */
export type KeyServices = Pick<Services, "db" | "secrets">;

/**
 * The private host keys of the SSH server. They are made at the first start of any node; of several nodes that make
 * them at once one wins. TERMINAL_HOST_KEY replaces the key of its kind.
 */
export async function sshServerKeys(
  services: KeyServices & Pick<Services, "settings">,
): Promise<readonly string[]> {
  const keys = new Map<string, string>();
  for (const kind of kinds) keys.set(kind, await keptKey(services, kind));
  const own = (await services.settings.get<string>("TERMINAL_HOST_KEY")).trim();
  if (own !== "") {
    const key = readServerKey(own);
    if (key === null) log.error("TERMINAL_HOST_KEY is no key the SSH server can have; it shows its own");
    else {
      keys.set(key.kind, own);
      log.info(key, "the SSH server shows a host key of TERMINAL_HOST_KEY");
    }
  }
  return [...keys.values()];
}

async function keptKey(services: KeyServices, kind: ServerKeyKind): Promise<string> {
  const found = await readKey(services, kind);
  if (found !== null) return found;
  const pem = await makeHostKey(kind);
  const fingerprint = readServerKey(pem)?.fingerprint ?? "";
  const { secrets, db } = services;
  await db
    .insertInto("ssh_server_keys")
    .values({ kind, private_sealed: secrets.seal(pem, keyContext(kind)), fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await readKey(services, kind);
  if (kept === null) throw new Error("a host key that was just made is gone");
  log.info({ kind, fingerprint }, "the SSH server has a host key");
  return kept;
}

async function readKey({ db, secrets }: KeyServices, kind: string): Promise<string | null> {
  const row = await db
    .selectFrom("ssh_server_keys")
    .select("private_sealed")
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row === undefined ? null : secrets.open(row.private_sealed, keyContext(kind));
}
