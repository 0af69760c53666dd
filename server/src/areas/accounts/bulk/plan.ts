import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { createYield } from "../../../engine/yield-to-event-loop.ts";
import { type AssetProtocol, assetsTable, secretTypesOf } from "../../assets/index.ts";
import { type CheckedSecret, openAccountSecret } from "../secrets.ts";

/** The account that is put onto many assets. */
export interface AccountDraft {
  /** The name it gets, where no other account of the asset has it. */
  readonly name: string;
  readonly username: string;
  readonly secretType: string;
  /** Null: it has none. */
  readonly secret: CheckedSecret | null;
  /** Null here and below: not said; an account that is there stays as it is. */
  readonly privileged: boolean | null;
  readonly isActive: boolean | null;
  readonly comment: string | null;
  readonly source: "local" | "template";
  /** Id of the template it is made from. */
  readonly sourceId: string | null;
}

/** What to do where the asset has an account of the user name and kind of secret. */
export type ExistPolicy = "skip" | "update" | "error";

/** What becomes of one asset. */
export type AssetPlan = {
  readonly assetId: string;
  /** `name(address)`. */
  readonly asset: string;
} & (
  | { readonly state: "unsupported" | "exists" }
  | { readonly state: "kept"; readonly accountId: string }
  | { readonly state: "created"; readonly accountId: string; readonly name: string }
  | {
      readonly state: "updated";
      readonly accountId: string;
      readonly name: string;
      readonly version: number;
      readonly isNewSecret: boolean;
    }
);

interface Existing {
  readonly id: string;
  readonly asset_id: string;
  readonly name: string;
  readonly secret_sealed: string | null;
  readonly key_fingerprint: string;
  readonly privileged: boolean;
  readonly is_active: boolean;
  readonly comment: string;
  readonly source: string;
  readonly source_id: string | null;
  readonly version: number;
}

interface AssetRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly protocols: readonly AssetProtocol[];
  /** The account of the draft's user name and kind of secret. */
  readonly account: Existing | null;
  /** Whether an account has the draft's name. */
  readonly isNameTaken: boolean;
}

/** Longest name of an account. */
const longestName = 128;

/** Whether one of the protocols takes this kind of secret. */
const takes = (protocols: readonly AssetProtocol[], secretType: string): boolean =>
  protocols.some(({ name }) => secretTypesOf(name).some((type) => type === secretType));

/**
 * What putting an account onto assets of the current organization comes to, asset by asset; nothing is written.
 * Accounts that are there are locked until the transaction ends.
 */
export async function planOnAssets(
  context: CallerContext,
  draft: AccountDraft,
  assetIds: readonly string[],
  policy: ExistPolicy,
): Promise<AssetPlan[]> {
  const yieldNow = createYield();
  const plans: AssetPlan[] = [];
  for (const row of await readAssets(context, draft, assetIds)) {
    plans.push(await planFor(context, draft, row, policy));
    await yieldNow();
  }
  return plans;
}

/** Reads by one simple query a table: joined they would be planned for sizes nobody knows yet. */
async function readAssets(
  { db, organization }: CallerContext,
  { name, username, secretType }: AccountDraft,
  assetIds: readonly string[],
): Promise<readonly AssetRow[]> {
  const { rows: assets } = await sql<Pick<AssetRow, "id" | "name" | "address" | "protocols">>`
    select a.id, a.name, a.address, a.protocols from ${assetsTable} a
    where a.id = any(${[...assetIds]}::uuid[]) and a.org_id = ${organization.id}::uuid order by a.name, a.id
  `.execute(db);
  const ids = assets.map(({ id }) => id);
  const { rows: accounts } = await sql<Existing>`
    select c.id, c.asset_id, c.name, c.secret_sealed, c.key_fingerprint, c.privileged, c.is_active, c.comment,
      c.source, c.source_id, c.version
    from accounts c
    where c.asset_id = any(${ids}::uuid[]) and c.username = ${username} and c.secret_type = ${secretType}
    order by c.id for update
  `.execute(db);
  const { rows: named } = await sql<{ asset_id: string }>`
    select c.asset_id from accounts c where c.asset_id = any(${ids}::uuid[]) and c.name = ${name}
  `.execute(db);
  const byAsset = new Map(accounts.map((account) => [account.asset_id, account]));
  const taken = new Set(named.map(({ asset_id }) => asset_id));
  return assets.map((asset) => ({
    ...asset,
    account: byAsset.get(asset.id) ?? null,
    isNameTaken: taken.has(asset.id),
  }));
}

async function planFor(
  context: CallerContext,
  draft: AccountDraft,
  { id: assetId, name, address, protocols, account, isNameTaken }: AssetRow,
  policy: ExistPolicy,
): Promise<AssetPlan> {
  const at = { assetId, asset: `${name}(${address})` };
  if (!takes(protocols, draft.secretType)) return { ...at, state: "unsupported" };
  if (account === null) {
    const own = isNameTaken ? withSuffix(draft.name) : draft.name;
    return { ...at, state: "created", accountId: randomUUID(), name: own };
  }
  if (policy === "error") return { ...at, state: "exists" };
  const { id: accountId, name: known, version } = account;
  if (policy === "skip") return { ...at, state: "kept", accountId };
  const isNewSecret = await holdsAnother(context, draft, account);
  return isNewSecret || isOtherwiseDifferent(draft, account)
    ? { ...at, state: "updated", accountId, name: known, version, isNewSecret }
    : { ...at, state: "kept", accountId };
}

/** The name, with four hex digits behind it. */
const withSuffix = (name: string): string =>
  `${name.slice(0, longestName - 5)}-${randomBytes(2).toString("hex")}`;

/** Whether the draft's secret is another one than the account holds; a draft without one changes none. */
async function holdsAnother(
  { services }: CallerContext,
  { secret }: AccountDraft,
  account: Existing,
): Promise<boolean> {
  if (secret === null) return false;
  // Two encodings of one private key differ; its public half does not.
  if (secret.fingerprint !== "") return account.key_fingerprint !== secret.fingerprint;
  return (await openAccountSecret(services, account)) !== secret.secret;
}

const differs = (said: unknown, is: unknown): boolean => said !== null && said !== is;

const isOtherwiseDifferent = (draft: AccountDraft, account: Existing): boolean =>
  differs(draft.privileged, account.privileged) ||
  differs(draft.isActive, account.is_active) ||
  differs(draft.comment, account.comment) ||
  (draft.source === "template" && (account.source !== "template" || account.source_id !== draft.sourceId));
