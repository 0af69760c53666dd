import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { translations } from "../i18n/messages.ts";
import { firstCharacters } from "../json.ts";
import { log } from "../log.ts";
import type { Refusal, RefusalSubject } from "./refusal.ts";
import "./tables.ts";

/** Equal refusals, as they become a row or add to one. */
export interface FoldedRefusal {
  /** SHA-256 of what makes them equal, hexadecimal. */
  readonly key: string;
  readonly refusal: Refusal;
  readonly first: Date;
  last: Date;
  /** How many of them are not in the database yet. */
  waiting: number;
}

/** Characters that are kept of anything that comes from outside. */
const longest = 256;

/** What comes from outside, as it is kept: short, without control characters and broken ones. */
const clean = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  Buffer.from(firstCharacters(value.replace(/[\u0000-\u001f\u007f-\u009f]/g, " "), longest)).toString();

/** A refusal of which nothing is long. */
export const trimmed = (refusal: Refusal): Refusal => ({
  ...refusal,
  target: clean(refusal.target ?? ""),
  asset: clean(refusal.asset ?? ""),
  account: clean(refusal.account ?? ""),
  protocol: clean(refusal.protocol ?? ""),
});

/** Rows that one statement writes. */
const rowsAtOnce = 500;

/** Writes refusals: new rows, and higher counts of rows that are there. */
export async function storeRefusals(db: Kysely<Database>, folded: readonly FoldedRefusal[]): Promise<void> {
  for (let at = 0; at < folded.length; at += rowsAtOnce) {
    const rows = await Promise.all(folded.slice(at, at + rowsAtOnce).map((row) => rowOf(db, row)));
    await sql`
      insert into refusals (
        fold_key, datetime, date_last, count, org_id, user_id, user_display, remote_addr, channel, kind, code, reason,
        target, asset, asset_id, account, protocol, rights
      )
      select decode(v.fold_key, 'hex'), v.datetime, v.date_last, v.count, v.org_id, v.user_id, v.user_display,
        v.remote_addr, v.channel, v.kind, v.code, v.reason, v.target, v.asset, v.asset_id, v.account, v.protocol, v.rights
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (
        fold_key text, datetime timestamptz, date_last timestamptz, count integer, org_id uuid, user_id uuid,
        user_display text, remote_addr text, channel text, kind text, code text, reason jsonb, target text, asset text,
        asset_id uuid, account text, protocol text, rights text
      )
      on conflict (fold_key) do update
        set count = refusals.count + excluded.count, date_last = greatest(refusals.date_last, excluded.date_last)
    `.execute(db);
  }
}

async function rowOf(db: Kysely<Database>, { key, refusal, first, last, waiting }: FoldedRefusal) {
  const { person, reason, channel, kind, code, target, account, protocol, rights } = refusal;
  const subject = await subjectOf(db, refusal);
  return {
    fold_key: key,
    datetime: first,
    date_last: last,
    count: waiting,
    org_id: subject.organizationId ?? null,
    user_id: person?.id ?? null,
    user_display: person === null ? "" : clean(`${person.name}(${person.username})`),
    remote_addr: clean(refusal.remoteAddress),
    ...{ channel, kind, code, target, account, protocol },
    reason: translations(reason),
    asset: clean(subject.asset ?? ""),
    asset_id: subject.assetId ?? null,
    rights: rights?.join(", ") ?? "",
  };
}

/** What a refusal was about, after all that can be found out now. */
async function subjectOf(db: Kysely<Database>, refusal: Refusal): Promise<RefusalSubject> {
  try {
    return { ...refusal, ...(await refusal.more?.(db)) };
  } catch (error) {
    log.warn({ err: error }, "what somebody was refused could not be looked up");
    return refusal;
  }
}
