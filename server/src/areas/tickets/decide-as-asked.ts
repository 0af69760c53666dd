import type { CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { checkRequest } from "./apply-asset/approve.ts";
import { decide, lockTicket, requireDecision } from "./decide.ts";
import { text } from "./texts.ts";

/**
 * Decides on a ticket as it stands, inside a transaction. The link is used up with the step.
 * @throws ApiError as the lists of tickets do
 */
export async function decideAsAsked(
  context: CallerContext,
  ticketId: string,
  decision: "approve" | "reject",
): Promise<void> {
  const ticket = await lockTicket(context.db, context.principal.id, ticketId);
  await requireDecision(context, ticket, decision);
  if (decision === "approve") await checkRequest(context, ticket);
  await decide(context, ticket, decision);
  await recordOperation(context, {
    action: "update",
    type: text.ticket,
    name: ticket.title,
    id: ticket.id,
    organizationId: ticket.org_id,
  });
}
