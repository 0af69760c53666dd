import { sql } from "kysely";
import { type CallerContext, permission, signedIn } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { ApiError, BadRequest, FieldError } from "../../engine/errors.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { text as common, withParameters } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  type ActionRequest,
  contains,
  defineResource,
  exact,
  exactBoolean,
  exactUuid,
  type Field,
  type Filter,
  isUuid,
  mostExactlyCounted,
  prepareResource,
  type ResourceAction,
  type ResourceDeclaration,
  retrieveObject,
} from "../../engine/resource/index.ts";
import { changeRequest } from "./apply-asset/approve.ts";
import { openAssetTicket } from "./apply-asset/open.ts";
import { decideMany } from "./bulk.ts";
import { type Decision, decide, lockTicket, requireDecision } from "./decide.ts";
import { endApproval } from "./remembered.ts";
import { text } from "./texts.ts";
import { ticketFields, typedFields } from "./ticket-fields.ts";
import type { TicketType } from "./ticket-types.ts";
import { isAsked, isInvolved } from "./visible.ts";

const view = permission("tickets.view_ticket");

const asked = signedIn("the handler looks whether the ticket asks the caller");

const refuseMethod = ({ method }: ActionRequest): never => {
  throw new ApiError(405, "method_not_allowed", withParameters(common.methodNotAllowed, { method }));
};

/** A person by id: a malformed one is an error. */
const byPerson = (condition: (userId: string) => ReturnType<typeof isAsked>): Filter => ({
  condition: (value) => {
    if (value === "") return null;
    if (!isUuid(value)) throw new FieldError([common.notUuid]);
    return condition(value.toLowerCase());
  },
});

const filters: Readonly<Record<string, Filter>> = {
  id: exactUuid("t.id"),
  title: exact("t.title"),
  type: exact("t.type"),
  status: exact("t.status"),
  state: exact("t.state"),
  applicant: byPerson((id) => sql<boolean>`t.applicant_id = ${id}::uuid`),
  assignees__id: byPerson((id) => isAsked("t", id)),
  relevant_asset: contains(
    "(t.apply_run_asset || ' ' || coalesce(t.rel_snapshot->>'apply_assets', '') || ' ' || coalesce(t.rel_snapshot->>'apply_login_asset', ''))",
  ),
  relevant_command: contains("t.apply_run_command"),
  is_emergency: exactBoolean("t.is_emergency"),
};

async function act(context: CallerContext, { row, body }: ActionRequest, decision: Decision): Promise<void> {
  const ticket = await lockTicket(context.db, context.principal.id, String(row?.id));
  await requireDecision(context, ticket, decision);
  const changes =
    decision === "approve" && ticket.type === "apply_asset" ? await changeRequest(context, ticket, body) : [];
  await decide(context, ticket, decision, { changes });
}

const action = (
  name: Decision,
  methods: ResourceAction["methods"],
  fields?: Readonly<Record<string, Field>>,
): ResourceAction => ({
  name,
  on: "object",
  methods,
  access: asked,
  ...(fields === undefined ? { fields: { PUT: {}, PATCH: {} } } : { fields: { PUT: fields, PATCH: fields } }),
  handle: async (context, request) => {
    await act(context, request, name);
    return { body: "ok" };
  },
});

const declare = (
  parts: Pick<ResourceDeclaration, "path" | "title" | "fields" | "filters" | "actions"> & {
    readonly type: TicketType | null;
    readonly label: Message;
  },
): ResourceDeclaration => {
  const { type, ...declaration } = parts;
  const {
    process_map: _map,
    rel_snapshot: _snapshot,
    applicant: _applicant,
    org_name: _name,
    ...ordered
  } = parts.fields;
  const orderable = Object.entries(ordered).filter(
    ([name, { columns }]) => name !== "id" && (columns === undefined || columns.length > 0),
  );
  return defineResource({
    ...declaration,
    app: "tickets",
    model: "ticket",
    scope: "global",
    table: "tickets",
    search: ["t.title", "t.type", "t.status"],
    order: { by: orderable.map(([name]) => name).filter(isColumn), default: ["-date_created"] },
    where: ({ principal }) => {
      const involved = isInvolved("t", principal?.id ?? null);
      return type === null ? involved : sql<boolean>`(t.type = ${type} and ${involved})`;
    },
    operations: ["list", "retrieve"],
    describedFor: ["POST"],
    displayColumn: "title",
    countsUpTo: mostExactlyCounted,
    files: { previewed: false },
  });
};

/** Names of relations are no columns. */
const isColumn = (name: string): boolean =>
  !/^apply_(run_user|login_user|login_asset|from_|nodes|assets|accounts|actions)/.test(name);

/** Opens a request, and answers it as its list shows it. */
function openAction(type: TicketType | null, own: () => ResourceDeclaration): ResourceAction {
  const fields = type === null ? ticketFields : typedFields[type];
  return {
    name: "open",
    on: "collection",
    methods: ["POST"],
    access: view,
    fields: { POST: fields },
    handle: async (context, { body }) => {
      if (type !== "apply_asset") throw new BadRequest("ticket_flow_does_not_exist", text.noFlow);
      const id = await openAssetTicket(context, body);
      // Also what a component opens for somebody else.
      const resource = prepareResource({ ...own(), where: () => null });
      const { body: opened } = await retrieveObject(resource, context, id);
      const { title, org_id: organizationId } = opened as { readonly title: string; readonly org_id: string };
      await recordOperation(context, {
        action: "create",
        type: text.ticket,
        name: title,
        id,
        organizationId,
      });
      return { status: 201, body: opened as Json };
    },
  };
}

/** Tickets of every type. Contract: docs/contract/tickets.md, section 1. */
const allTickets: ResourceDeclaration = declare({
  type: null,
  path: "tickets/tickets",
  label: text.ticket,
  title: "Ticket",
  fields: ticketFields,
  filters,
  actions: [
    openAction(null, () => allTickets),
    {
      ...action("approve", ["PUT", "PATCH"]),
      handle: async (_context, request) => refuseMethod(request),
    },
    action("reject", ["PUT"]),
    action("close", ["PUT"]),
    {
      name: "bulk",
      on: "collection",
      methods: ["PUT"],
      access: asked,
      fields: {},
      handle: async (_context, request) => refuseMethod(request),
    },
  ],
});

/** Ends an approval that is remembered: the next connection is asked about. */
const endApprovalAction: ResourceAction = {
  name: "end-approval",
  on: "object",
  methods: ["PUT"],
  access: asked,
  fields: { PUT: {} },
  handle: async (context, { row }) => {
    await endApproval(context, String(row?.id));
    return { body: "ok" };
  },
};

function typed(type: TicketType, path: string, title: string, label: Message): ResourceDeclaration {
  const resource: ResourceDeclaration = declare({
    type,
    path: `tickets/${path}`,
    label,
    title,
    fields: typedFields[type],
    filters: { id: exactUuid("t.id") },
    actions: [
      openAction(type, () => resource),
      action("approve", ["PUT", "PATCH"], type === "apply_asset" ? typedFields.apply_asset : undefined),
      action("reject", ["PUT"]),
      action("close", ["PUT"]),
      {
        name: "bulk",
        on: "collection",
        methods: ["PUT"],
        access: asked,
        fields: { PUT: {} },
        handle: async (context, { body }) => {
          await decideMany(context, type, body);
          return { body: "ok" };
        },
      },
      ...(type === "login_asset_confirm" ? [endApprovalAction] : []),
    ],
  });
  return resource;
}

/** Every list of tickets. */
export const ticketResources: readonly ResourceDeclaration[] = [
  allTickets,
  typed("apply_asset", "apply-asset-tickets", "Apply Asset Ticket", text.applyAsset),
  typed("login_confirm", "apply-login-tickets", "Apply Login Ticket", text.loginConfirm),
  typed("command_confirm", "apply-command-tickets", "Apply Command Ticket", text.commandConfirm),
  typed(
    "login_asset_confirm",
    "apply-login-asset-tickets",
    "Apply Login Asset Ticket",
    text.loginAssetConfirm,
  ),
];
