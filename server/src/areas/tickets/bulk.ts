import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { BadRequest, PermissionDenied, ValidationError } from "../../engine/errors.ts";
import { text as common, withParameters } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { decideAsAsked } from "./decide-as-asked.ts";
import { text } from "./texts.ts";
import type { TicketType } from "./ticket-types.ts";
import { isInvolved } from "./visible.ts";

/** Most tickets of one call. */
const mostTickets = 1000;

/** The tickets of a body `{tickets: [ids]}`. */
function idsOf(body: unknown): string[] {
  const listed = isObject(body) ? body.tickets : undefined;
  if (!Array.isArray(listed)) throw new ValidationError({ tickets: [common.required] });
  if (listed.length > mostTickets) {
    throw new ValidationError({
      tickets: [withParameters(common.selectionTooLarge, { limit: mostTickets })],
    });
  }
  return listed
    .filter((id): id is string => typeof id === "string" && isUuid(id))
    .map((id) => id.toLowerCase());
}

/** What an answer to many at once says: the contract has it under `error`. */
const refusal = (detail: typeof text.ticket): BadRequest =>
  new BadRequest("error", detail, { error: detail });

/**
 * Approves or rejects several tickets of a type: those that wait for the caller, in the order given. Unlike the
 * contract's original it is all or nothing. Contract: docs/contract/tickets.md, section 5.
 */
export async function decideMany(context: CallerContext, type: TicketType, body: unknown): Promise<void> {
  const action = context.query.get("action");
  if (action !== "approve" && action !== "reject") throw refusal(text.unknownAction);
  const { db, principal } = context;
  const ids = idsOf(body);
  const { rows } = await sql<{ id: string; title: string }>`
    select t.id, t.title from tickets t where t.id = any(${ids}::uuid[]) and t.type = ${type} and t.status = 'open'
      and ${isInvolved("t", principal.id)}
  `.execute(db);
  const waiting = new Map(rows.map(({ id, title }) => [id, title]));
  for (const id of new Set(ids)) {
    const title = waiting.get(id);
    if (title === undefined) continue;
    try {
      await decideAsAsked(context, id, action);
    } catch (error) {
      if (error instanceof PermissionDenied) {
        throw refusal(withParameters(text.notAsked, { title }));
      }
      if (error instanceof ValidationError) {
        throw refusal(withParameters(text.incomplete, { title }));
      }
      throw error;
    }
  }
}
