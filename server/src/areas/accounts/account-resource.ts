import { sql } from "kysely";
import { authorOf, type CallerContext, permission, signedIn } from "../../engine/access/index.ts";
import { recordOperations } from "../../engine/audit/index.ts";
import { isObject, type Json, plainText } from "../../engine/json.ts";
import {
  type ActionAnswer,
  type Condition,
  cleanText,
  defineResource,
  escapeLike,
  exact,
  exactBoolean,
  exactChoice,
  exactUuid,
  isUuid,
  type ResourceDeclaration,
} from "../../engine/resource/index.ts";
import { assetsUnderNodes } from "../assets/index.ts";
import { accountFields, secretTypeChoices } from "./account-fields.ts";
import { accountHooks } from "./account-hooks.ts";
import { inNode, onAsset, onPlatform } from "./asset-filters.ts";
import { bulkAction } from "./bulk/bulk-action.ts";
import { rememberSecrets } from "./secrets.ts";
import { text } from "./texts.ts";
import { unpagedList } from "./unpaged-list.ts";

/** Accounts. Contract: docs/contract/accounts.md. */
export function accountsResource(): ResourceDeclaration {
  return defineResource({
    path: "accounts/accounts",
    app: "accounts",
    model: "account",
    label: text.account,
    title: "Account",
    scope: "organization",
    table: "accounts",
    fields: accountFields(),
    filters: {
      id: exactUuid("t.id"),
      username: exact("t.username"),
      asset: exactUuid("t.asset_id"),
      asset_id: { ...exactUuid("t.asset_id"), announced: false },
      assets: { ...exactUuid("t.asset_id"), announced: false },
      secret_type: exactChoice(
        "t.secret_type",
        secretTypeChoices.map(({ value }) => value),
      ),
      source_id: exact("t.source_id"),
      address: onAsset("a.address"),
      ip: onAsset("a.address"),
      hostname: exact("t.name"),
      nodes: inNode,
      node_id: inNode,
      platform: onPlatform,
      category: onAsset("a.category"),
      type: onAsset("a.type"),
      has_secret: { ...exactBoolean("t.secret_sealed is not null"), announced: false },
    },
    searchText: "t.search_text",
    hasSearchParts: true,
    found: { title: "name", subtitle: ["username", "asset"], facts: ["is_active", "asset"] },
    order: {
      by: [
        "name",
        "username",
        "secret_type",
        "privileged",
        "is_active",
        "version",
        "source",
        "source_id",
        "connectivity",
        "date_verified",
        "created_by",
        "updated_by",
        "date_created",
        "date_updated",
        "comment",
        "org_id",
      ],
      default: ["name"],
    },
    counter: {},
    files: { protected: true },
    hooks: accountHooks,
    createTogether: true,
    actions: [
      bulkAction(),
      {
        name: "su-from-accounts",
        on: "collection",
        methods: ["GET"],
        access: permission("accounts.view_account"),
        handle: (context) => suFromAccounts(context),
      },
      {
        name: "username-suggestions",
        on: "collection",
        methods: ["POST"],
        access: signedIn(
          "answers names of accounts of the current organization, as the reference does for any user",
        ),
        handle: async (context, { body }) => ({ body: await suggestUsernames(context, body) }),
      },
      {
        name: "clear-secret",
        on: "collection",
        methods: ["PATCH"],
        access: permission("accounts.change_account"),
        handle: async (context, { body }) => {
          await clearSecrets(context, body);
          return {};
        },
      },
    ],
  });
}

const inScope = (context: CallerContext, alias: string): Condition =>
  context.organization.isRoot
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(`${alias}.org_id`)} = ${context.organization.id}::uuid`;

const uuids = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((item) => plainText(isObject(item) ? (item.id ?? item.pk) : item)).filter(isUuid)
    : [];

/** Accounts an account could be switched from: never itself, nor one that already switches from it. */
async function suFromAccounts(context: CallerContext): Promise<ActionAnswer> {
  const { query } = context;
  const [account, asset] = [query.get("account") ?? "", query.get("asset") ?? ""];
  const condition = isUuid(account)
    ? sql`t.asset_id = (select c.asset_id from accounts c where c.id = ${account}::uuid)
        and t.id <> ${account}::uuid and t.su_from_id is distinct from ${account}::uuid`
    : isUuid(asset)
      ? sql`t.asset_id = ${asset}::uuid`
      : sql`false`;
  const { asset: _asset, asset_id: _id, assets: _assets, ...filters } = accountsResource().filters ?? {};
  return { body: await unpagedList({ ...accountsResource(), filters }, context, condition) };
}

const wellKnown = ["root", "admin", "administrator"];

/** Up to ten user names seen on the given assets and nodes, or anywhere in the organization. */
async function suggestUsernames(context: CallerContext, body: unknown): Promise<Json> {
  const { permissions } = context;
  if (!permissions.isSuperuser && permissions.list().length === 0) return [];
  const { assets, nodes: nodeIds, username } = isObject(body) ? body : {};
  const [assetIds, nodeUuids] = [uuids(assets), uuids(nodeIds)];
  const narrowed =
    assetIds.length + nodeUuids.length === 0
      ? sql`true`
      : sql`(t.asset_id = any(${assetIds}::uuid[]) or t.asset_id in ${assetsUnderNodes(sql`${nodeUuids}::uuid[]`)})`;
  const pattern = `%${escapeLike(cleanText(typeof username === "string" ? username : ""))}%`;
  const { rows } = await sql<{ username: string }>`
    select username from (
      select distinct t.username from accounts t
      where ${inScope(context, "t")} and ${narrowed} and t.username ilike ${pattern} and t.username <> ''
    ) names order by (lower(username) = any(${wellKnown}::text[])) desc, username limit 10
  `.execute(context.db);
  return rows.map((row) => row.username);
}

/** Forgets the secrets of accounts; what they were stays in their history. */
async function clearSecrets(context: CallerContext, body: unknown): Promise<void> {
  const ids = uuids(isObject(body) ? body.account_ids : undefined);
  const author = authorOf(context);
  const { rows } = await sql<{
    id: string;
    name: string;
    org_id: string;
    secret_type: string;
    version: number;
  }>`
    update accounts t set secret_sealed = null, key_fingerprint = '', version = version + 1,
      updated_by = ${author}, date_updated = now()
    where t.id = any(${ids}::uuid[]) and ${inScope(context, "t")} and secret_sealed is not null
    returning id, name, org_id, secret_type, version
  `.execute(context.db);
  await rememberSecrets(
    context,
    rows.map(({ id, secret_type, version }) => ({
      accountId: id,
      secretType: secret_type,
      secret: null,
      version,
    })),
  );
  await recordOperations(
    context,
    rows.map(({ id, name, org_id }) => ({
      action: "update",
      type: text.account,
      name,
      id,
      organizationId: org_id,
    })),
  );
}
