import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import {
  accountsById,
  type Candidate,
  type CandidateAccount,
  changingAccounts,
  loadCandidates,
  type Step,
} from "../../automation/index.ts";
import type { RotationPolicy } from "./policy.ts";
import type { RotationKind, RotationRequest } from "./request.ts";
import { text } from "./texts.ts";

/** What is done on one asset. */
export interface AssetPlan {
  readonly assetId: string;
  /** The account that changes the others; chosen once, whatever a change does to the order of accounts. */
  readonly operatingId: string | null;
  /** Whose secrets are changed, in this order: whoever is signed in with comes last. */
  readonly accountIds: readonly string[];
}

/** One account whose secret is changed. */
export interface RotationStep extends Step {
  readonly subject: CandidateAccount;
}

/** Assets that are read at once. */
const batchSize = 100;

/** What is done on each asset, by the accounts that are asked for. */
export async function planRotation(
  db: Kysely<Database>,
  accountIds: readonly string[],
): Promise<readonly AssetPlan[]> {
  const plans: AssetPlan[] = [];
  const wanted = new Map<string, CandidateAccount[]>();
  for (const account of (await accountsById(db, accountIds)).values()) {
    const others = wanted.get(account.asset_id) ?? [];
    wanted.set(account.asset_id, [...others, account]);
  }
  const assetIds = [...wanted.keys()].sort();
  for (let start = 0; start < assetIds.length; start += batchSize) {
    const ids = assetIds.slice(start, start + batchSize);
    const operating = await changingAccounts(db, ids);
    for (const assetId of ids) {
      const own = operating.get(assetId) ?? null;
      const rank = ({ id }: CandidateAccount) => (id === own?.id ? 2 : id === own?.su_from_id ? 1 : 0);
      const accounts = [...(wanted.get(assetId) ?? [])].sort(
        (one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1),
      );
      plans.push({ assetId, operatingId: own?.id ?? null, accountIds: accounts.map(({ id }) => id) });
    }
  }
  return plans;
}

/** Which account of an asset is changed, and who is signed in with for it. */
export interface StepChoice {
  readonly assetId: string;
  readonly operatingId: string | null;
  readonly accountId: string;
}

/** Steps as they are now: secrets may have changed since the plan was made. */
export async function loadSteps<Of extends StepChoice>(
  db: Kysely<Database>,
  kind: RotationKind,
  organizationId: string | null,
  choices: readonly Of[],
): Promise<readonly { readonly choice: Of; readonly step: RotationStep }[]> {
  const ids = (name: "operatingId" | "accountId") => choices.flatMap((choice) => choice[name] ?? []);
  const [assets, accounts] = await Promise.all([
    loadCandidates(
      db,
      choices.map(({ assetId }) => assetId),
      kind,
      organizationId,
    ),
    accountsById(db, [...ids("operatingId"), ...ids("accountId")]),
  ]);
  const before = await accountsById(
    db,
    [...accounts.values()].flatMap(({ su_from_id: id }) => id ?? []),
  );
  return choices.flatMap((choice) => {
    const asset = assets.find(({ id }) => id === choice.assetId);
    const subject = accounts.get(choice.accountId);
    if (asset === undefined || subject === undefined) return [];
    const account = accounts.get(choice.operatingId ?? "") ?? null;
    const suFrom = asset.su_enabled ? (before.get(account?.su_from_id ?? "") ?? null) : null;
    return [{ choice, step: { asset, account, suFrom, subject } }];
  });
}

/** Why the secret of an account is left alone; null: it is not. */
export function unfitFor(
  { isSecure }: Pick<RotationPolicy, "isSecure">,
  { secretStrategy, secretType }: Pick<RotationRequest, "secretStrategy" | "secretType">,
  {
    asset,
    account,
    subject,
  }: { asset: Candidate; account: CandidateAccount | null; subject: CandidateAccount },
): Message | null {
  if (subject.by_certificate) return text.certified;
  const type = subject.secret_type;
  const isWanted = secretStrategy === "stored" ? ["password", "ssh_key"].includes(type) : type === secretType;
  if (!isWanted) return text.otherType;
  if (asset.type === "windows" && type === "ssh_key") return text.windowsKey;
  if (!isSecure) return null;
  if (subject.id === account?.id) return text.operating;
  const isGreat = subject.privileged || ["root", "administrator"].includes(subject.username.toLowerCase());
  return isGreat ? text.privileged : null;
}
