import { createTicketPermission } from "../../permissions/index.ts";
import type { TicketEffect } from "../effects.ts";
import { readRequest } from "./stored-request.ts";

/** The permission that the last approval of a request makes. Contract: docs/contract/tickets.md, section 5. */
export const grantAssets: TicketEffect = {
  type: "apply_asset",
  apply: async (context, ticket) => {
    const request = await readRequest(context.db, ticket.id);
    const { principal } = context;
    await createTicketPermission(context, {
      id: ticket.id,
      organizationId: ticket.organizationId,
      name: request.permissionName,
      userId: ticket.applicantId,
      assetIds: request.assetIds,
      nodeIds: request.nodeIds,
      accounts: request.accounts,
      actions: request.actions,
      start: request.start ?? new Date(),
      expired: request.expired ?? new Date(),
      createdBy: `ApplyAssetTicket:${ticket.id}`,
      comment: [
        `Ticket: ${ticket.title} (${ticket.serialNumber}, ${ticket.id})`,
        `Applicant: ${ticket.applicant}`,
        `Approved by: ${principal.name}(${principal.username})`,
      ].join("\n"),
    });
  },
};
