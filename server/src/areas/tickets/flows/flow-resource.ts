import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import {
  auditWrites,
  boolean,
  createObjects,
  defineResource,
  exact,
  exactUuid,
  findRow,
  labeledChoice,
  organizationFields,
  parseInput,
  prepareResource,
  type Row,
  snapshot,
  stamps,
  uuid,
  writeRow,
} from "../../../engine/resource/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import "../tables.ts";
import { text } from "../texts.ts";
import { levelChoices, type TicketType, typeChoices } from "../ticket-types.ts";
import { rulesField } from "./rules-field.ts";

async function isTypeTaken(
  { db, organization }: CallerContext,
  type: TicketType,
  exceptId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ticket_flows where org_id = ${organization.id}::uuid and type = ${type}
      and id is distinct from ${exceptId}::uuid
  `.execute(db);
  return rows.length > 0;
}

/**
 * Flows of the current organization, and those for all of which it has none of its own. Contract:
 * docs/contract/tickets.md, section 3.
 */
export const flowsResource = defineResource({
  path: "tickets/flows",
  app: "tickets",
  model: "ticketflow",
  label: text.flow,
  title: "Ticket Flow",
  scope: "global",
  table: "ticket_flows",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    type: labeledChoice({ label: text.type, required: true, choices: typeChoices }),
    approval_level: labeledChoice({ label: text.approvalLevel, required: true, choices: levelChoices }),
    mfa_required: boolean({ label: text.mfaRequired, help: text.mfaRequiredHelp, default: false }),
    ...stamps("created_by"),
    org_id: organizationFields.org_id,
    org_name: organizationFields.org_name,
    rules: rulesField,
    ...stamps("date_created", "date_updated"),
  },
  stamped: ["updated_by"],
  filters: { id: exactUuid("t.id"), type: exact("t.type") },
  search: ["t.type"],
  order: {
    by: ["type", "approval_level", "created_by", "org_id", "date_created", "date_updated"],
    default: ["type", "date_created"],
  },
  where: ({ organization }) => sql<boolean>`(t.org_id = ${organization.id}::uuid or (
    t.org_id = ${organizationIds.root}::uuid and not exists (
      select 1 from ticket_flows o where o.org_id = ${organization.id}::uuid and o.type = t.type
    )))`,
  operations: ["list", "retrieve", "create"],
  describedFor: ["PUT", "PATCH"],
  hasOwnUpdate: true,
  displayColumn: "type",
  files: { previewed: false },
  hooks: {
    validate: async ({ context, before, values }) => {
      const type = values.type ?? before?.type;
      if (type === undefined) return;
      if (await isTypeTaken(context, type, before === null ? null : String(before.id))) {
        throw new ValidationError({ type: [text.flowExists] });
      }
    },
    columns: ({ context, before }) => (before === null ? { org_id: context.organization.id } : {}),
  },
});

const prepared = prepareResource(flowsResource);

/** A flow in the form a client would send it. */
async function asInput(context: CallerContext, row: Row): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ level: number; strategy: string; assignees: string[] }>`
    select r.level, r.strategy, array(
      select a.user_id from ticket_flow_assignees a where a.flow_id = r.flow_id and a.level = r.level
    ) as assignees
    from ticket_flow_rules r where r.flow_id = ${String(row.id)}::uuid order by r.level
  `.execute(context.db);
  return { type: row.type, approval_level: row.approval_level, mfa_required: row.mfa_required, rules: rows };
}

/** Changing the flow for all in an organization makes one of its own. */
const update: RouteDeclaration = {
  methods: ["PUT", "PATCH"],
  path: "/api/v1/tickets/flows/:id/",
  access: permission("tickets.change_ticketflow"),
  title: "Ticket Flow Instance",
  handle: async (routeContext, { method, params, body }) => {
    const context = caller(routeContext);
    const row = await findRow(prepared, context, params.id ?? "", true);
    if (row.org_id !== context.organization.id) {
      const given = isObject(body) ? body : {};
      const input = method === "PATCH" ? { ...(await asInput(context, row)), ...given } : given;
      const { body: made } = await createObjects(prepared, context, input);
      return { body: made };
    }
    const id = String(row.id);
    const before = await snapshot(prepared, context, id);
    const event = await parseInput(prepared, context, body, method === "PUT" ? "update" : "partial", row);
    await writeRow(prepared, event);
    const after = await snapshot(prepared, context, id);
    await auditWrites(prepared, context, [
      { id, before, after, written: new Set(Object.keys(event.values)) },
    ]);
    return { body: after };
  },
};

/** The routes of flows beside the resource's own. */
export const flowRoutes: readonly RouteDeclaration[] = [update];
