import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Session } from "../../engine/http/index.ts";
import type { Services } from "../../engine/services.ts";
import type { ForeignSource } from "./people/source-person.ts";

/** A session at another system from which one here came. */
export interface SourceSession {
  readonly source: ForeignSource;
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | null;
  /** What proves the session there; sealed while it is kept. Null: nothing does. */
  readonly proof: string | null;
}

/** Where sessions of other systems are kept, and what seals their proofs. */
export type SourceSessionServices = Pick<Services, "db" | "secrets">;

/** Where a proof is kept; one of another session does not open. */
export const sourceSessionContext = (key = ""): string => `source_sessions.sealed:${key}`;

/** The key as the database writes it, which is how a rotation of the installation's key knows the row. */
const contextOf = (key: Buffer): string => sourceSessionContext(`\\x${key.toString("hex")}`);

/** Keeps what is known of the session at the other system for as long as the one here lives. */
export async function keepSourceSession(
  { db, secrets }: SourceSessionServices,
  { key }: Session,
  { source, issuer, subject, sid, proof }: SourceSession,
): Promise<void> {
  const sealed = proof === null ? null : secrets.seal(proof, contextOf(key));
  await db
    .insertInto("source_sessions")
    .values({ session_key: key, source, issuer, subject, sid, sealed })
    .execute();
}

/** The session at the other system; null where the one here did not come from it. */
export async function findSourceSession(
  { db, secrets }: SourceSessionServices,
  { key }: Session,
  source: ForeignSource,
): Promise<SourceSession | null> {
  const row = await db
    .selectFrom("source_sessions")
    .select(["issuer", "subject", "sid", "sealed"])
    .where("session_key", "=", key)
    .where("source", "=", source)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { sealed, ...rest } = row;
  const proof = sealed === null ? null : secrets.open(sealed, contextOf(key));
  return { source, proof, ...rest };
}

/** The keys of the sessions that came from one session of another system, or from all of a person. */
export async function sessionsFrom(
  db: Kysely<Database>,
  {
    source,
    issuer,
    sid,
    subject,
  }: { readonly source: ForeignSource; readonly issuer: string } & {
    readonly sid?: string;
    readonly subject?: string;
  },
): Promise<readonly Buffer[]> {
  let query = db
    .selectFrom("source_sessions")
    .select("session_key")
    .where("source", "=", source)
    .where("issuer", "=", issuer);
  if (sid !== undefined) query = query.where("sid", "=", sid);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  return (await query.execute()).map(({ session_key: key }) => key);
}
