import { isIP } from "node:net";
import { sql } from "kysely";
import {
  type AccessRule,
  type CallerContext,
  type Principal,
  permission,
  type RequestContext,
} from "../../../engine/access/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import {
  boolean,
  computed,
  contains,
  datetime,
  defineResource,
  type Field,
  json,
  organizationFields,
  prepareResource,
  type ResourceDeclaration,
  type Row,
  readKey,
  relation,
  retrieveObject,
  secret,
  stamps,
  text as textField,
  transient,
  uuid,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import { loginSecretOf } from "../../accounts/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { describeActions, effectiveAccount, presentActions } from "../../permissions/index.ts";
import { usersTable } from "../../users/index.ts";
import { text } from "../texts.ts";
import { type ConnectionRequest, checkConnection, type GrantedConnection } from "./checks.ts";
import { longestReason } from "./emergency.ts";
import { awaitedColumns, presentReview, presentTicket, reviewsOf, wantsTicket } from "./reviewed-tokens.ts";
import { exchangeToken, expireAction, requireReusable, reuseAction } from "./token-actions.ts";
import { tokenColumns, tokenExpiry, valueContext } from "./token-values.ts";

const isExpired = (row: Row): boolean => (row.date_expired as Date).getTime() <= Date.now();

/** The password of the token, for its owner, and for components. */
const value = computed({
  label: text.value,
  type: "string",
  columns: ["id", "value_sealed"],
  load: async ({ principal }, rows) => {
    log.info({ user: principal?.id, tokens: rows.length }, "connection token values were read");
    return undefined;
  },
  present: (row, { services }) =>
    services.secrets.open(String(row.value_sealed), valueContext(String(row.id))),
});

/** Whose tokens these are. */
async function ownersOf(
  db: RequestContext["db"],
  rows: readonly Row[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly username: string }>> {
  const ids = [...new Set(rows.map(({ user_id }) => String(user_id)))];
  const owners = await db
    .selectFrom(usersTable.as("users"))
    .select(["id", "username"])
    .where("id", "in", ids)
    .execute();
  return new Map(owners.map((owner) => [owner.id, owner]));
}

/** What the permissions allow with the token's account, as of now. */
const actions = computed({
  label: text.actions,
  type: "tree",
  columns: ["id", "user_id", "asset_id", "account"],
  load: async ({ db }, rows) => {
    const owners = await ownersOf(db, rows);
    const accounts = await Promise.all(
      rows.map((row) => {
        const owner = owners.get(String(row.user_id));
        return owner === undefined
          ? null
          : effectiveAccount(db, owner, String(row.asset_id), String(row.account));
      }),
    );
    return new Map(rows.map((row, index) => [row.id, accounts[index]?.actions ?? 0]));
  },
  present: (row, context, loaded) =>
    presentActions((loaded as Map<unknown, number>).get(row.id) ?? 0, context),
  describe: describeActions,
});

/** What a token tells and takes. */
export const tokenFields = {
  id: uuid({ label: common.id }),
  value,
  user: relation({
    label: text.user,
    readOnly: true,
    column: "user_id",
    target: { table: usersTable.name, key: "uuid" },
  }),
  // Any id is taken here; whether it is an asset of the caller's is one question with the account.
  asset: {
    ...relation({
      label: text.asset,
      required: true,
      createOnly: true,
      column: "asset_id",
      target: { table: assetsTable.name, key: "uuid" },
    }),
    parse: (input) => readKey(input, "uuid"),
  },
  account: textField({ label: text.accountName, required: true, maxLength: 128, createOnly: true }),
  input_username: textField({ label: text.inputUsername, maxLength: 128, blank: true, createOnly: true }),
  input_secret: secret({ label: text.inputSecret, maxLength: 40_960, createOnly: true }),
  emergency_reason: transient(
    textField({
      label: text.emergencyReason,
      maxLength: longestReason,
      blank: true,
      createOnly: true,
      isUndescribed: true,
    }),
  ),
  connect_method: textField({
    label: text.connectMethod,
    required: true,
    maxLength: 32,
    createOnly: true,
  }),
  connect_options: json({ label: text.connectOptions, object: true, default: {} }),
  protocol: textField({ label: text.protocol, maxLength: 16, default: "ssh", createOnly: true }),
  actions,
  from_ticket: computed({
    label: text.fromTicket,
    type: "object_related_field",
    columns: ["from_ticket"],
    load: ({ services, db }, rows) => reviewsOf({ ...services, db }, rows),
    present: ({ from_ticket: id }, _context, loaded) => presentTicket(loaded, id),
  }),
  from_ticket_info: computed({
    label: text.fromTicketInfo,
    columns: ["from_ticket"],
    load: ({ services, db }, rows) => reviewsOf({ ...services, db }, rows),
    present: ({ from_ticket: id }, context, loaded) => presentReview(context, loaded, id),
  }),
  created_by: textField({ label: common.createdBy, readOnly: true, maxLength: 128 }),
  updated_by: textField({ label: common.updatedBy, readOnly: true, maxLength: 128 }),
  org_id: textField({ label: common.organizationId, readOnly: true, maxLength: 36 }),
  org_name: organizationFields.org_name,
  expire_time: computed({
    label: text.expireTime,
    type: "integer",
    columns: ["date_expired"],
    present: (row) => Math.max(0, Math.floor(((row.date_expired as Date).getTime() - Date.now()) / 1000)),
  }),
  is_expired: computed({ label: text.isExpired, columns: ["date_expired"], present: isExpired }),
  user_display: textField({ label: text.userDisplay, readOnly: true }),
  asset_display: textField({ label: text.assetDisplay, readOnly: true }),
  is_active: boolean({ label: common.isActive, readOnly: true, default: true }),
  is_reusable: boolean({ label: text.isReusable, default: false }),
  date_expired: datetime({
    label: text.dateExpired,
    readOnly: true,
    default: () => new Date().toISOString(),
  }),
  ...stamps("date_created", "date_updated"),
} as const satisfies Readonly<Record<string, Field>>;

type TokenEvent = WriteEvent<typeof tokenFields>;

/** How often the caller asks for it; approvals are for one connection. */
async function isToBeReusable({ context, values }: TokenEvent, granted: GrantedConnection): Promise<boolean> {
  if (values.is_reusable !== true || granted.awaits !== null) return false;
  return context.services.settings.get<boolean>("CONNECTION_TOKEN_REUSABLE");
}

function connectionRequestOf({ values }: TokenEvent): ConnectionRequest {
  return {
    assetId: values.asset ?? "",
    account: values.account ?? "",
    protocol: values.protocol ?? "",
    connectMethod: values.connect_method ?? "",
    typedUsername: values.input_username ?? "",
  };
}

/**
 * The columns of a token that is asked for, after everything it stands for was checked.
 *
 * @param principal whose token it is to be
 */
export async function tokenColumnsOf(
  event: TokenEvent,
  principal: Principal,
): Promise<Record<string, unknown>> {
  const { context, values } = event;
  const { services, db } = context;
  const requested = connectionRequestOf(event);
  const remoteAddress = clientAddressOf(event);
  const emergencyReason = (values.emergency_reason ?? "").trim();
  const granted = await checkConnection(
    {
      services,
      db,
      principal,
      version: context.accessVersion,
      remoteAddress,
      channel: context.credential === "session" ? "web" : "api",
      status: 400,
      mayAwait: wantsTicket(context) || emergencyReason !== "",
    },
    requested,
  );
  const columns = await tokenColumns(services, principal, {
    ...(values.id === undefined ? {} : { id: values.id }),
    requested,
    granted,
    typed: { username: values.input_username ?? "", secret: await secretFor(event, granted) },
    connectOptions: values.connect_options,
    isReusable: await isToBeReusable(event, granted),
    remoteAddress,
  });
  const { typedUsername, connectMethod } = requested;
  const asked = { typedUsername, connectMethod, remoteAddress, emergencyReason };
  return { ...columns, ...(await awaitedColumns(context, principal, granted, asked)) };
}

/** Where the person is: a component that asks for them says so. */
function clientAddressOf({ context, input }: TokenEvent): string {
  const { remote_addr: given } = input;
  const isTold = context.principal.isServiceAccount && typeof given === "string" && isIP(given) !== 0;
  return isTold ? given : context.remoteAddress;
}

/** What was typed for the connection; else, for the dynamic user, what they signed in with where that is wanted. */
async function secretFor(
  { context, values }: TokenEvent,
  { account, asset }: GrantedConnection,
): Promise<string> {
  const typed = values.input_secret ?? "";
  if (typed !== "" || account.virtual !== "@USER") return typed;
  return (await loginSecretOf(context, asset.org_id)) ?? "";
}

/** What a token stands for stays as it was checked: only how often it is used, and its options, can change. */
async function changedColumns(
  { services, principal }: CallerContext,
  token: { readonly from_ticket?: unknown },
  reusable: boolean | undefined,
): Promise<Record<string, unknown>> {
  const stamps = { date_updated: new Date(), updated_by: principal.name };
  if (reusable === undefined) return stamps;
  await requireReusable(services, token);
  return { ...stamps, date_expired: await tokenExpiry(services, reusable) };
}

const superuser: AccessRule = { kind: "superuser" };

const own = ({ principal }: RequestContext) =>
  sql<boolean>`(t.user_id = ${principal?.id ?? null}::uuid and t.date_expired > now())`;

const code = (action: string) => permission(`authentication.${action}_connectiontoken`);

/** A person's own connection tokens that still hold. Contract: docs/contract/sessions.md, section 8. */
function tokenResource(path: string): ResourceDeclaration {
  const declaration: ResourceDeclaration = defineResource({
    path,
    app: "authentication",
    model: "connectiontoken",
    label: text.connectionToken,
    title: "Connection Token",
    scope: "global",
    table: "connection_tokens",
    fields: tokenFields,
    filters: { user_display: contains("t.user_display"), asset_display: contains("t.asset_display") },
    search: ["t.user_display", "t.asset_display"],
    order: { by: ["date_expired", "date_created"], default: ["-date_expired"], announced: false },
    where: own,
    operations: ["list", "retrieve", "create", "update"],
    updates: "partial",
    access: { update: superuser },
    audited: false,
    hooks: {
      columns: (event) =>
        event.before === null
          ? tokenColumnsOf(event, event.context.principal)
          : changedColumns(event.context, event.before as Row, event.values.is_reusable),
    },
    actions: [
      {
        name: "exchange",
        on: "collection",
        methods: ["POST"],
        access: code("add"),
        handle: async (context, { body }) => {
          const id = await exchangeToken(context, body);
          const answer = await retrieveObject(prepareResource(declaration), context, id);
          return { status: 201, body: answer.body as Json };
        },
      },
      { name: "expire", on: "object", methods: ["PATCH"], access: code("expire"), handle: expireAction },
      { name: "reuse", on: "object", methods: ["PATCH"], access: code("reuse"), handle: reuseAction },
    ],
  });
  return declaration;
}

/** The resource and its older address. */
export const connectionTokenResources: readonly ResourceDeclaration[] = [
  tokenResource("authentication/connection-token"),
  tokenResource("users/connection-token"),
];
