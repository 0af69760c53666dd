import { isObject, type JsonObject } from "../../../../engine/json.ts";
import type { Row } from "../../../../engine/resource/index.ts";

/** A command as the database keeps it. */
export interface CommandRow {
  readonly id: string;
  readonly org_id: string;
  readonly session_id: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly input: string;
  readonly command: string;
  readonly output: string;
  readonly risk_level: number;
  readonly source: string;
  readonly date_executed: Date;
}

/** A command as a cluster keeps it: the fields of the API, and its moment to the millisecond. */
export function documentOf({ session_id: session, date_executed: date, ...row }: CommandRow): JsonObject {
  return {
    ...row,
    session,
    timestamp: Math.floor(date.getTime() / 1000),
    "@timestamp": date.toISOString(),
  };
}

/** A command as the database would keep it; null for a document that is none. */
export function rowOf(hit: unknown): Row | null {
  const document = isObject(hit) ? hit._source : undefined;
  if (!isObject(document)) return null;
  const { session, "@timestamp": moment, timestamp, ...rest } = document;
  const date = new Date(typeof moment === "string" ? moment : Number(timestamp) * 1000);
  if (typeof rest.id !== "string" || typeof session !== "string" || Number.isNaN(date.getTime())) return null;
  return { ...rest, session_id: session, date_executed: date };
}
