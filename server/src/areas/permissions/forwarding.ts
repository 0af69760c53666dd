import { type Kysely, sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { NotFound, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import { choice, type Field, isUuid, list } from "../../engine/resource/index.ts";
import type { ForwardingKind } from "../../transport/connections/index.ts";
import type { PermittedAccount } from "./account-rules.ts";
import { actionBits } from "./actions.ts";
import { accountsGranted, type PermissionUser } from "./effective-permissions.ts";
import { text } from "./texts.ts";

const kinds: readonly { readonly value: ForwardingKind; readonly label: Message }[] = [
  { value: "local", label: text.forwardLocal },
  { value: "remote", label: text.forwardRemote },
  { value: "jump", label: text.forwardJump },
];

/**
 * The accounts of an asset by which a person may forward connections in this way, as of now: those that a permission
 * which names the way lets them connect with.
 */
export async function forwardingAccounts(
  db: Kysely<Database>,
  user: PermissionUser,
  assetId: string,
  kind: ForwardingKind,
): Promise<readonly PermittedAccount[]> {
  const accounts = await accountsGranted(db, user, assetId, sql<boolean>`${kind} = any(p.forwarding)`);
  return accounts.filter(({ actions }) => (actions & actionBits.connect) !== 0);
}

interface ForwardingRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly forwarding: readonly string[];
}

async function find({ db, organization }: CallerContext, id = ""): Promise<ForwardingRow> {
  const { rows } = isUuid(id)
    ? await sql<ForwardingRow>`
        select id, org_id, name, forwarding from asset_permissions
        where id = ${id}::uuid and ${organization.isRoot ? sql`true` : sql`org_id = ${organization.id}::uuid`}
      `.execute(db)
    : { rows: [] };
  const [row] = rows;
  if (row === undefined) throw new NotFound(text.assetPermission);
  return row;
}

async function change(context: CallerContext, id: string | undefined, body: unknown): Promise<RouteAnswer> {
  const row = await find(context, id);
  const wanted = isObject(body) ? body.forwarding : undefined;
  const isKnown = (value: unknown): value is string => kinds.some((kind) => kind.value === value);
  if (!Array.isArray(wanted) || !wanted.every(isKnown)) {
    throw new ValidationError({ forwarding: [text.forwardingUnknown] });
  }
  const forwarding = kinds.map(({ value }) => value).filter((value) => wanted.includes(value));
  await sql`
    update asset_permissions set forwarding = ${forwarding}::text[], date_updated = now() where id = ${row.id}::uuid
  `.execute(context.db);
  await recordOperation(context, {
    action: "update",
    type: text.assetPermission,
    name: row.name,
    id: row.id,
    organizationId: row.org_id,
    changes: [
      { field: "forwarding", label: text.forwarding, before: [...row.forwarding], after: forwarding },
    ],
  });
  return { body: { forwarding } };
}

const fields: Readonly<Record<string, Field>> = {
  forwarding: list({
    label: text.forwarding,
    help: text.forwardingHelp,
    default: [],
    child: choice({ label: text.forwarding, choices: kinds }),
  }),
};

/** Which forwarded connections a permission lets open; an addition. Contract: docs/contract/file-transfers.md, section 5. */
export const forwardingRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/asset-permissions/:id/forwarding/",
    access: permission("perms.view_assetpermission"),
    title: "Forwarding",
    fields: { GET: fields },
    handle: async (context, { params }) => ({
      body: { forwarding: [...(await find(caller(context), params.id)).forwarding] },
    }),
  },
  {
    methods: ["PUT"],
    path: "/api/v1/sallyport/asset-permissions/:id/forwarding/",
    access: permission("perms.change_assetpermission"),
    title: "Forwarding",
    fields: { PUT: fields },
    handle: (context, { params, body }) => change(caller(context), params.id, body),
  },
];
