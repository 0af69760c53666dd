import { sql } from "kysely";
import { authorOf, type CallerContext } from "../../../engine/access/index.ts";
import { type FieldChange, recordOperations } from "../../../engine/audit/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { createYield } from "../../../engine/yield-to-event-loop.ts";
import { assetsTable, platformsTable } from "../../assets/index.ts";
import { accountSecretContext, rememberSecrets } from "../secrets.ts";
import { switchAsTemplates } from "../templates.ts";
import { text } from "../texts.ts";
import type { AccountDraft, AssetPlan } from "./plan.ts";

/** Accounts written by one statement. */
const chunkSize = 1_000;

type Created = Extract<AssetPlan, { readonly state: "created" }>;
type Updated = Extract<AssetPlan, { readonly state: "updated" }>;

/**
 * Makes and changes the accounts of a plan, all together: each has a secret sealed for itself, a version that is
 * remembered, and an entry in the operate log. Contract: docs/contract/accounts.md, "One account on many assets".
 */
export async function createOnAssets(
  context: CallerContext,
  draft: AccountDraft,
  plans: readonly AssetPlan[],
  switchFrom: { readonly username: string } | null = null,
): Promise<void> {
  const created = plans.filter((plan): plan is Created => plan.state === "created");
  const updated = plans.filter((plan): plan is Updated => plan.state === "updated");
  for (const chunk of chunks(created)) await insert(context, draft, chunk);
  for (const chunk of chunks(updated)) await change(context, draft, chunk);
  const ids = created.map(({ accountId }) => accountId);
  if (ids.length === 0) return;
  if (draft.source === "template") await switchAsTemplates(context, sql<boolean>`a.id = any(${ids}::uuid[])`);
  else if (switchFrom !== null) await switchByUsername(context, ids, switchFrom.username);
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += chunkSize) yield items.slice(at, at + chunkSize);
}

/** The draft's secret, sealed for each of the accounts. */
async function sealFor(
  { services }: CallerContext,
  { secret }: AccountDraft,
  ids: readonly string[],
): Promise<(string | null)[]> {
  if (secret === null) return ids.map(() => null);
  const yieldNow = createYield();
  const sealed: string[] = [];
  for (const id of ids) {
    sealed.push(services.secrets.seal(secret.secret, accountSecretContext(id)));
    await yieldNow();
  }
  return sealed;
}

async function insert(context: CallerContext, draft: AccountDraft, plans: readonly Created[]): Promise<void> {
  const { db, organization } = context;
  const ids = plans.map(({ accountId }) => accountId);
  const author = authorOf(context);
  await sql`
    insert into accounts (
      id, asset_id, name, secret_sealed, org_id, username, secret_type, key_fingerprint, privileged, is_active,
      comment, source, source_id, created_by, updated_by
    )
    select v.id, v.asset_id, v.name, v.sealed, ${organization.id}::uuid, ${draft.username}, ${draft.secretType},
      ${draft.secret?.fingerprint ?? ""}, ${draft.privileged ?? false}, ${draft.isActive ?? true},
      ${draft.comment ?? ""}, ${draft.source}, ${draft.sourceId}, ${author}, ${author}
    from unnest(
      ${ids}::uuid[], ${plans.map(({ assetId }) => assetId)}::uuid[], ${plans.map(({ name }) => name)}::text[],
      ${await sealFor(context, draft, ids)}::text[]
    ) as v (id, asset_id, name, sealed)
  `.execute(db);
  const { secret, secretType } = draft;
  if (secret !== null) {
    const versions = ids.map((accountId) => ({ accountId, secretType, secret: secret.secret, version: 1 }));
    await rememberSecrets(context, versions);
  }
  await record(context, "create", draft, plans);
}

async function change(context: CallerContext, draft: AccountDraft, plans: readonly Updated[]): Promise<void> {
  const { privileged, isActive, comment, source, sourceId, secret, secretType } = draft;
  const fresh = plans.filter(({ isNewSecret }) => isNewSecret);
  await sql`
    update accounts a set privileged = coalesce(${privileged}, a.privileged),
      is_active = coalesce(${isActive}, a.is_active), comment = coalesce(${comment}, a.comment),
      source = case when ${source === "template"} then 'template' else a.source end,
      source_id = case when ${source === "template"} then ${sourceId}
        when a.id = any(${fresh.map(({ accountId }) => accountId)}::uuid[]) then null else a.source_id end,
      updated_by = ${authorOf(context)}, date_updated = now()
    where a.id = any(${plans.map(({ accountId }) => accountId)}::uuid[])
  `.execute(context.db);
  if (secret !== null && fresh.length > 0) {
    const ids = fresh.map(({ accountId }) => accountId);
    await sql`
      update accounts a set secret_sealed = v.sealed, key_fingerprint = ${secret.fingerprint}, version = a.version + 1,
        connectivity = '-', date_verified = null
      from unnest(${ids}::uuid[], ${await sealFor(context, draft, ids)}::text[]) as v (id, sealed) where a.id = v.id
    `.execute(context.db);
    const versions = fresh.map(({ accountId, version }) => ({
      accountId,
      secretType,
      secret: secret.secret,
      version: version + 1,
    }));
    await rememberSecrets(context, versions);
  }
  await record(context, "update", draft, plans);
}

/** New accounts switch from the one of that user name on their asset, where the platform has switching on. */
async function switchByUsername(
  { db }: CallerContext,
  ids: readonly string[],
  username: string,
): Promise<void> {
  await sql`
    update accounts a set su_from_id = chosen.id
    from (
      select distinct on (other.asset_id) other.id, other.asset_id from accounts other
      join ${assetsTable} on assets.id = other.asset_id
      join ${platformsTable} on platforms.id = assets.platform_id and platforms.su_enabled
      where other.username = ${username} and not (other.id = any(${[...ids]}::uuid[]))
      order by other.asset_id, other.secret_type, other.id
    ) chosen
    where a.id = any(${[...ids]}::uuid[]) and chosen.asset_id = a.asset_id
  `.execute(db);
}

const hidden = "******";

function told(field: string, { en, zh, ja }: Message, after: Json, before: Json = null): FieldChange {
  return { field, label: { en, zh, ja }, before, after };
}

async function record(
  context: CallerContext,
  action: "create" | "update",
  draft: AccountDraft,
  plans: readonly (Created | Updated)[],
): Promise<void> {
  const all = [
    told("username", text.username, draft.username),
    told("secret_type", text.secretType, draft.secretType),
    ...(draft.privileged === null ? [] : [told("privileged", text.privileged, draft.privileged)]),
  ];
  const secret = draft.secret === null ? [] : [told("secret", text.secret, hidden, hidden)];
  await recordOperations(
    context,
    plans.map((plan) => ({
      action,
      type: text.account,
      name: plan.name,
      id: plan.accountId,
      changes: [
        told("asset", text.asset, plan.asset),
        ...all,
        ...(plan.state === "updated" && !plan.isNewSecret ? [] : secret),
      ],
    })),
  );
}
