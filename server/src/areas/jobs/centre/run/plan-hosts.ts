import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../engine/database/index.ts";
import { type Message, withParameters } from "../../../../engine/i18n/index.ts";
import type { Services } from "../../../../engine/services.ts";
import { assetsTable } from "../../../assets/index.ts";
import {
  actionBits,
  effectiveAccounts,
  findUsableAssets,
  type PermittedAccount,
  type UsableAsset,
} from "../../../permissions/index.ts";
import { type JobSnapshot, mostHosts } from "../stored-job.ts";
import { runText } from "../texts.ts";
import { commandLine, UnknownVariable, type Variables, withVariables } from "./command-line.ts";

/** Whose rights an execution runs by. */
export interface Owner {
  readonly id: string;
  readonly username: string;
  readonly name: string;
}

/** An asset of an execution, before anything runs. */
export interface PlannedHost {
  readonly assetId: string;
  /** As summaries and logs call it; unlike every other one of the execution. */
  readonly name: string;
  /** Where it is left out: why, and whether that is the job's own fault. */
  readonly left: { readonly state: "excluded" | "refused"; readonly reason: Message } | null;
  /** The asset, where the owner may use it. */
  readonly asset: HostAsset | null;
}

/** An asset as commands are made for it. */
export interface HostAsset extends UsableAsset {
  readonly type: string;
  readonly port: number;
}

/** Names of hosts have neither spaces nor brackets, and an asset that is not granted is not named. */
const hostName = (name: string): string => name.replace(/[\s[\]]/g, "_");

/** The assets of an execution, as the owner may use them now. */
export async function planHosts(
  db: Kysely<Database>,
  owner: Owner,
  { organizationId, assets }: { readonly organizationId: string; readonly assets: readonly string[] },
): Promise<readonly PlannedHost[]> {
  const found = await usableAssets(db, owner, { organizationId, assets });
  const taken = new Set<string>();
  const planned = assets.map((assetId): PlannedHost => {
    const asset = found.get(assetId) ?? null;
    let name = asset === null ? assetId : hostName(asset.name);
    if (taken.has(name)) name = `${name}_${assetId.slice(0, 8)}`;
    taken.add(name);
    const problem = problemOf(asset);
    return { assetId, name, asset, left: problem };
  });
  return planned.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

function problemOf(asset: HostAsset | null): PlannedHost["left"] {
  if (asset === null) return { state: "refused", reason: runText.notPermitted };
  return asset.protocols.includes("ssh") ? null : { state: "excluded", reason: runText.noSsh };
}

async function usableAssets(
  db: Kysely<Database>,
  owner: Owner,
  { organizationId, assets }: { readonly organizationId: string; readonly assets: readonly string[] },
): Promise<ReadonlyMap<string, HostAsset>> {
  if (assets.length === 0) return new Map();
  const { rows } = await findUsableAssets(db, owner.id, { ids: assets, organizationId, limit: mostHosts });
  const more = await sql<{ id: string; type: string; port: number | null }>`
    select id, type, (
      select (p->>'port')::integer from jsonb_array_elements(protocols) p where p->>'name' = 'ssh' limit 1
    ) as port from ${assetsTable} where id = any(${rows.map(({ id }) => id)}::uuid[])
  `.execute(db);
  const about = new Map(more.rows.map((row) => [row.id, row]));
  return new Map(
    rows.map((row) => {
      const { type = "", port = null } = about.get(row.id) ?? {};
      return [row.id, { ...row, type, port: port ?? 22 }];
    }),
  );
}

/** What runs on a host, as which account; or why nothing does. */
export type HostCommand =
  | { readonly account: PermittedAccount; readonly command: string; readonly line: string }
  | { readonly reason: Message };

/** What all hosts of an execution have in common. */
export interface CommonCommand {
  readonly snapshot: JobSnapshot;
  readonly parameters: Readonly<Record<string, string>>;
  readonly owner: Owner;
  readonly job: { readonly id: string; readonly name: string };
}

/** The account the job takes on a host, of those its owner may use there now; or why there is none. */
export async function hostAccount(
  { db }: Pick<Services, "db">,
  asset: HostAsset,
  { snapshot, owner }: Pick<CommonCommand, "snapshot" | "owner">,
): Promise<{ readonly account: PermittedAccount } | { readonly reason: Message }> {
  const account = chooseAccount(await effectiveAccounts(db, owner, asset.id), snapshot);
  if (account !== null) return { account };
  return {
    reason:
      snapshot.runas_policy === "privileged_only"
        ? runText.noPrivileged
        : withParameters(runText.noAccount, { runas: snapshot.runas }),
  };
}

/** Makes the command of one host, by the accounts its owner may use there now. */
export async function hostCommand(
  services: Pick<Services, "db">,
  asset: HostAsset,
  common: CommonCommand,
): Promise<HostCommand> {
  const { snapshot } = common;
  const found = await hostAccount(services, asset, common);
  if ("reason" in found) return found;
  const { account } = found;
  try {
    const variables = variablesOf(asset, common);
    const command = withVariables(snapshot.args, variables);
    const line = commandLine(
      { module: snapshot.module, args: command, chdir: withVariables(snapshot.chdir, variables) },
      asset,
    );
    if (typeof line === "string") return { account, command, line };
    return { reason: line.problem === "too_long" ? runText.tooLong : runText.needsShell };
  } catch (error) {
    if (!(error instanceof UnknownVariable)) throw error;
    return { reason: withParameters(runText.unknownVariable, { name: error.variable }) };
  }
}

function variablesOf(asset: HostAsset, { parameters, snapshot, owner, job }: CommonCommand): Variables {
  return {
    ...snapshot.defaults,
    ...parameters,
    jms_username: owner.username,
    jms_job_id: job.id,
    jms_job_name: job.name,
    "jms_asset.id": asset.id,
    "jms_asset.type": asset.type,
    "jms_asset.category": asset.category,
    "jms_asset.name": asset.name,
    "jms_asset.address": asset.address,
    "jms_asset.port": String(asset.port),
  };
}

/** The account a job takes: one of the names that were asked for, in their order, or what the policy says instead. */
export function chooseAccount(
  accounts: readonly PermittedAccount[],
  { runas, runas_policy: policy }: Pick<JobSnapshot, "runas" | "runas_policy">,
): PermittedAccount | null {
  const usable = accounts.filter(
    ({ actions, virtual, hasSecret }) =>
      (actions & actionBits.connect) !== 0 && hasSecret && virtual !== "@INPUT" && virtual !== "@ANON",
  );
  const names = runas.split(",").map((name) => name.trim().toLowerCase());
  for (const name of names) {
    const named = usable.find(({ username }) => username.toLowerCase() === name);
    if (named !== undefined) return named;
  }
  if (policy === "skip") return null;
  const privileged = usable.find((account) => account.privileged && account.virtual === null) ?? null;
  if (privileged !== null || policy === "privileged_only") return privileged;
  return usable.find(({ virtual }) => virtual === null) ?? null;
}
