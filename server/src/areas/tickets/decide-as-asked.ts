import type { CallerContext } from "../../engine/access/index.ts";
import { checkRequest } from "./apply-asset/approve.ts";
import { decide, lockTicket, requireDecision } from "./decide.ts";

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
}
