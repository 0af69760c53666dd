import { hkdfSync, randomBytes } from "node:crypto";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { KeyServices } from "../server-keys.ts";

const keyContext = "moment_keys.key";

/** What opens the texts of recordings, sealed. */
export const momentKeyColumn: SealedColumn = {
  table: "moment_keys",
  column: "key_sealed",
  key: ["id"],
  context: () => keyContext,
};

/** The keys of what was shown in recordings. */
export interface MomentKeys {
  /** Seals the texts. */
  readonly text: Buffer;
  /** Hashes parts of words, so that who reads the database alone learns none. */
  readonly words: Buffer;
}

const known = new WeakMap<object, Promise<MomentKeys>>();

/** The keys of this installation, made when they are first asked for; of several that make them at once one wins. */
export function momentKeys(services: KeyServices): Promise<MomentKeys> {
  const found = known.get(services.secrets);
  if (found !== undefined) return found;
  const reading = readKeys(services);
  known.set(services.secrets, reading);
  reading.catch(() => known.delete(services.secrets));
  return reading;
}

async function readKeys({ db, secrets }: KeyServices): Promise<MomentKeys> {
  const read = () => db.selectFrom("moment_keys").select("key_sealed").executeTakeFirst();
  let row = await read();
  if (row === undefined) {
    const key_sealed = secrets.seal(randomBytes(32).toString("base64"), keyContext);
    await db
      .insertInto("moment_keys")
      .values({ key_sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await read();
  }
  if (row === undefined) throw new Error("a key that was just made is gone");
  const key = Buffer.from(secrets.open(row.key_sealed, keyContext), "base64");
  const derived = (use: string): Buffer => Buffer.from(hkdfSync("sha256", key, "", use, 32));
  return { text: derived("sallyport moments text 1"), words: derived("sallyport moments words 1") };
}
