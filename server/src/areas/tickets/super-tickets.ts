import { sql } from "kysely";
import { component } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { BadRequest, NotFound } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { type Choice, isUuid, labeledChoice, text as textField, uuid } from "../../engine/resource/index.ts";
import { closeReview } from "./reviews.ts";
import "./tables.ts";
import { text } from "./texts.ts";
import { stateChoices, statusChoices } from "./ticket-types.ts";

interface StatusRow {
  readonly id: string;
  readonly org_id: string;
  readonly title: string;
  readonly state: string;
  readonly status: string;
  readonly processor: string;
  readonly is_emergency: boolean;
}

const path = "/api/v1/tickets/super-tickets/:id/status/";

async function find(db: Parameters<typeof closeReview>[0]["db"], id: string): Promise<StatusRow> {
  if (!isUuid(id)) throw new NotFound(text.ticket);
  const { rows } = await sql<StatusRow>`
    select id, org_id, title, state, status, processor, is_emergency from tickets where id = ${id}::uuid
  `.execute(db);
  const [ticket] = rows;
  if (ticket === undefined) throw new NotFound(text.ticket);
  return ticket;
}

/** Any ticket, for components that wait for a decision. Contract: docs/contract/tickets.md, section 9. */
export const superTicketRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path,
    access: component("tickets.view_superticket"),
    title: "Super Ticket Status",
    fields: {
      GET: {
        id: uuid({ label: common.id, readOnly: true }),
        status: labeledChoice({ label: text.status, readOnly: true, choices: statusChoices }),
        state: labeledChoice({ label: text.state, readOnly: true, choices: stateChoices }),
        processor: textField({ label: text.processor, readOnly: true }),
      },
    },
    handle: async ({ db, language }, { params }) => {
      const { id, status, state, processor } = await find(db, params.id ?? "");
      const labeled = (choices: readonly Choice[], value: string): Json => {
        const found = choices.find((choice) => choice.value === value);
        return { value, label: found === undefined ? value : translate(found.label, language) };
      };
      return {
        body: {
          id,
          status: labeled(statusChoices, status),
          state: labeled(stateChoices, state),
          processor,
        },
      };
    },
  },
  {
    methods: ["DELETE"],
    path,
    access: component("tickets.change_superticket"),
    title: "Super Ticket Status",
    handle: async (routeContext, { params }) => {
      const context = caller(routeContext);
      const found = await find(context.db, params.id ?? "");
      const { id, status, title, org_id: organizationId } = found;
      if (status === "closed") throw new BadRequest("ticket_closed", text.alreadyClosed);
      if (found.is_emergency) throw new BadRequest("ticket_emergency", text.emergencyStays);
      await closeReview(context, id);
      await recordOperation(context, {
        action: "update",
        type: text.ticket,
        name: title,
        id,
        organizationId,
      });
      return { status: 204 };
    },
  },
];
