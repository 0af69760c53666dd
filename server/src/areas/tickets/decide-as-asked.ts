import type { CallerContext } from "../../engine/access/index.ts";
import { checkRequest } from "./apply-asset/approve.ts";
import { recordComment } from "./comments/events.ts";
import { type DecidedBy, decide, lockTicket, requireDecision } from "./decide.ts";

/** How somebody decides on a ticket as it stands. */
interface Deciding {
  readonly by?: DecidedBy;
  /** What they say to it; nothing when empty. */
  readonly comment?: string;
}

/**
 * Decides on a ticket as it stands, inside a transaction. The link is used up with the step.
 * @throws ApiError as the lists of tickets do
 */
export async function decideAsAsked(
  context: CallerContext,
  ticketId: string,
  decision: "approve" | "reject",
  { by = "sign-in", comment = "" }: Deciding = {},
): Promise<void> {
  const { db, principal } = context;
  const ticket = await lockTicket(db, principal.id, ticketId);
  await requireDecision(context, ticket, decision, by);
  if (decision === "approve") await checkRequest(context, ticket);
  if (comment !== "") {
    await recordComment(
      db,
      ticketId,
      { id: principal.id, name: `${principal.name}(${principal.username})` },
      comment,
    );
  }
  await decide(context, ticket, decision, { by });
}
