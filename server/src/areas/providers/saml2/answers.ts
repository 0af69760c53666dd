import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Database, keptPlan } from "../../../engine/database/index.ts";
import { isObject } from "../../../engine/json.ts";
import { untrusted } from "../strict-xml.ts";
import type { SamlAssertion } from "./read-assertion.ts";

/** Seconds a browser has to come back for what the provider has posted. */
const waits = 60;

const digestOf = (...parts: readonly string[]): Buffer =>
  createHash("sha256").update(JSON.stringify(parts)).digest();

/**
 * Keeps an assertion until the browser asks for it by a handle. Browsers send no cookies with what another site posts, so
 * who it is about is found out with the request after it. The same assertion again is refused for as long as it would be
 * good otherwise, on every node.
 * @throws ProviderError for one that was used before
 */
export async function keepAnswer(
  db: Kysely<Database>,
  issuer: string,
  assertion: SamlAssertion,
): Promise<string> {
  const handle = randomBytes(32).toString("base64url");
  const { numInsertedOrUpdatedRows: inserted = 0n } = await db
    .with("forgotten", (former) =>
      former.deleteFrom("saml_answers").where("date_expired", "<", sql<Date>`now()`),
    )
    .insertInto("saml_answers")
    .values({
      digest: digestOf(issuer, assertion.id),
      handle: digestOf(handle),
      answer: JSON.stringify(assertion),
      date_posted: sql<Date>`now()`,
      date_expired: new Date(Math.max(assertion.ends, Date.now() + waits * 1_000)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) throw untrusted("the assertion was used before");
  return handle;
}

/** Takes what a handle stands for, once; null where there is nothing, or it is too late. */
export async function takeAnswer(db: Kysely<Database>, handle: string): Promise<SamlAssertion | null> {
  const { rows } = await sql<{ answer: unknown }>`
    ${keptPlan} with held as (
      select digest, answer from saml_answers
      where handle = ${digestOf(handle)} and date_posted > now() - ${waits} * interval '1 second'
      for update
    )
    update saml_answers a set answer = null, handle = null
    from held h where a.digest = h.digest
    returning h.answer
  `.execute(db);
  const answer = rows[0]?.answer;
  return isObject(answer) ? (answer as unknown as SamlAssertion) : null;
}
