import { api } from "../../../kit/api/client.ts";
import { confirmed } from "../../../kit/confirm/confirmation.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { COMMENTS_URL, TICKET_SETS, type TicketType } from "../resources.ts";

/** What an approver can change of a request for assets. */
export const APPROVED_FIELDS = [
  "apply_nodes",
  "apply_assets",
  "apply_accounts",
  "apply_actions",
  "apply_date_start",
  "apply_date_expired",
] as const;

/** Ids, names of actions and the like: what the API takes back of what it answers. */
function wireValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(plainValue) : value;
}

/** The body that approves a request for assets as it was made. */
export function asRequested(ticket: Row): Row {
  const fields = APPROVED_FIELDS.map((name) => [name, wireValue(ticket[name])]);
  return { ...Object.fromEntries(fields), org_id: ticket.org_id };
}

const hasEntries = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** Whether what was asked for can be granted without choosing anything else. */
export function isComplete(ticket: Row): boolean {
  const hasTarget = hasEntries(ticket.apply_assets) || hasEntries(ticket.apply_nodes);
  return hasTarget && hasEntries(ticket.apply_accounts);
}

/** Writes a message to a ticket. */
export async function writeComment(ticket: string, body: string): Promise<void> {
  await api(COMMENTS_URL, { method: "POST", query: { ticket_id: ticket }, body: { body } });
}

/** What can be done with an open ticket, and with an approval that is remembered. */
export type Decision = "approve" | "reject" | "close" | "end-approval";

interface DecisionOptions {
  /** Said to the ticket before it is decided. */
  readonly message?: string;
  /** What is granted, for requests for assets. */
  readonly body?: Row;
}

/**
 * Decides about a ticket. The person may have to confirm who they are first.
 *
 * @returns false when they did not confirm, and nothing happened
 * @throws ApiError of 400 when somebody else was faster, or at fields that cannot be granted
 */
export async function decide(
  type: TicketType,
  id: string,
  decision: Decision,
  { message = "", body }: DecisionOptions = {},
): Promise<boolean> {
  let isSaid = message.trim() === "";
  const done = await confirmed(async () => {
    if (!isSaid) await writeComment(id, message.trim());
    isSaid = true;
    await api(`${TICKET_SETS[type].url}${encodeURIComponent(id)}/${decision}/`, {
      method: body === undefined ? "PUT" : "PATCH",
      ...(body === undefined ? {} : { body }),
    });
    return true;
  });
  return done === true;
}
