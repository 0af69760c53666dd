import { randomUUID } from "node:crypto";
import type { CallerContext } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { firstCharacters } from "../../../engine/json.ts";
import { askFlow } from "../flows/resolve-assignees.ts";
import { openTicket } from "../open-ticket.ts";
import { text } from "../texts.ts";
import { readOpening } from "./request.ts";

/** Longest title in the name of a permission, in characters. */
const longestTitle = 100;

/** Opens what somebody asks for; answers the id. Contract: docs/contract/tickets.md, section 4. */
export async function openAssetTicket(context: CallerContext, body: unknown): Promise<string> {
  const { db, principal, services } = context;
  const request = await readOpening(context, body);
  const flow = await askFlow(db, "apply_asset", request.organizationId);
  if (flow === null) throw new BadRequest("ticket_flow_does_not_exist", text.noFlow);
  const id = randomUUID();
  return openTicket(
    { ...services, db },
    {
      id,
      type: "apply_asset",
      organizationId: request.organizationId,
      applicantId: request.applicantId ?? principal.id,
      title: request.title,
      comment: request.comment,
      ...flow,
      columns: {
        apply_accounts: JSON.stringify(request.accounts),
        apply_actions: request.actions,
        apply_date_start: request.start,
        apply_date_expired: request.expired,
        apply_permission_name: `Created by ticket (${firstCharacters(request.title, longestTitle)}-${id.slice(0, 4)})`,
      },
      assetIds: request.assetIds,
      nodeIds: request.nodeIds,
    },
  );
}
