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
import { isStatement, type JobModule, type JobSnapshot, mostHosts, protocolsOf } from "../stored-job.ts";
import { runText } from "../texts.ts";
import { commandLine, quoteOf, UnknownVariable, type Variables, withVariables } from "./command-line.ts";

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
  /** The protocol its part runs over, and its port. */
  readonly protocol: string;
  readonly port: number;
}

/** Names of hosts have neither spaces nor brackets, and an asset that is not granted is not named. */
const hostName = (name: string): string => name.replace(/[\s[\]]/g, "_");

/** What is to be done on which assets. */
export interface PlannedWork {
  readonly organizationId: string;
  readonly assets: readonly string[];
  readonly module: JobModule;
}

/** The assets of an execution, as the owner may use them now. */
export async function planHosts(
  db: Kysely<Database>,
  owner: Owner,
  { organizationId, assets, module }: PlannedWork,
): Promise<readonly PlannedHost[]> {
  const found = await usableAssets(db, owner, { organizationId, assets, module });
  const taken = new Set<string>();
  const planned = assets.map((assetId): PlannedHost => {
    const asset = found.get(assetId) ?? null;
    let name = asset === null ? assetId : hostName(asset.name);
    if (taken.has(name)) name = `${name}_${assetId.slice(0, 8)}`;
    taken.add(name);
    const problem = problemOf(asset, module);
    return { assetId, name, asset, left: problem };
  });
  return planned.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

function problemOf(asset: HostAsset | null, module: JobModule): PlannedHost["left"] {
  if (asset === null) return { state: "refused", reason: runText.notPermitted };
  if (asset.protocols.includes(asset.protocol)) return null;
  const reason = isStatement(module)
    ? withParameters(runText.noDatabase, { protocol: protocolsOf(module)[0] ?? "" })
    : runText.noSsh;
  return { state: "excluded", reason };
}

async function usableAssets(
  db: Kysely<Database>,
  owner: Owner,
  { organizationId, assets, module }: PlannedWork,
): Promise<ReadonlyMap<string, HostAsset>> {
  if (assets.length === 0) return new Map();
  const { rows } = await findUsableAssets(db, owner.id, { ids: assets, organizationId, limit: mostHosts });
  const more = await sql<{ id: string; type: string; protocol: string | null; port: number | null }>`
    select id, type, p.name as protocol, p.port from ${assetsTable} left join lateral (
      select p->>'name' as name, (p->>'port')::integer as port from jsonb_array_elements(protocols) p
      where p->>'name' = any(${protocolsOf(module)}::text[]) limit 1
    ) p on true where id = any(${rows.map(({ id }) => id)}::uuid[])
  `.execute(db);
  const about = new Map(more.rows.map((row) => [row.id, row]));
  return new Map(
    rows.map((row) => {
      const { type = "", protocol = null, port = null } = about.get(row.id) ?? {};
      return [row.id, { ...row, type, protocol: protocol ?? "", port: port ?? 0 }];
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
    const command = withVariables(snapshot.args, variables, quoteOf(snapshot.module));
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
