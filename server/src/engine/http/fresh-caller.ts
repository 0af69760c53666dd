import { sql } from "kysely";
import type { CallerContext } from "../access/context.ts";
import { readAccessVersion } from "./identify.ts";

/**
 * The caller of a connection that outlives its request, as of now: null when their sign-in, their token or they
 * themselves are gone; otherwise with what they may do now.
 */
export async function freshCaller(context: CallerContext): Promise<CallerContext | null> {
  const { services, principal, organization, session, stillHolds } = context;
  if (session !== null) {
    const { rows } = await sql<{ user_id: string | null }>`
      select user_id from http_sessions where key = ${session.key} and date_expired > now()
    `.execute(services.db);
    if (rows[0]?.user_id !== principal.id) return null;
  } else if ((await stillHolds?.()) !== true) return null;
  const accessVersion = await readAccessVersion(services);
  const fresh = await services.principals.load(principal.id, accessVersion);
  if (fresh === null) return null;
  const permissions = await services.permissions.permissions(fresh, organization, accessVersion);
  return { ...context, principal: fresh, permissions, accessVersion };
}
