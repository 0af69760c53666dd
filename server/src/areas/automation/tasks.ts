import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { defineTask, type TaskDeclaration, type TaskRun } from "../../engine/tasks/index.ts";
import type { JobOutcome } from "../../transport/runner-control/index.ts";
import { accountsTable } from "../accounts/index.ts";
import { assetsTable, assetsUnderNodes } from "../assets/index.ts";
import {
  type AutomationItem,
  accountsById,
  gatewayAccounts,
  loadCandidates,
  operatingAccounts,
} from "./candidates.ts";
import { saveConnectivity, saveFacts } from "./results.ts";
import { type AssetWork, runOnAssets, type Step } from "./run-on-assets.ts";
import { saveAccounts } from "./save-accounts.ts";
import { text } from "./texts.ts";

/** Assets that are read at once. */
const batchSize = 100;
/** Seconds one target may take. */
const connectSeconds = 65;
const gatherSeconds = 120;

/** Which assets: these, and those below these nodes. */
export interface AssetChoice extends JsonObject {
  readonly assets: readonly string[];
  readonly nodes: readonly string[];
}

/** Which gateways, and the port that is reached through each; null: that of its own SSH. */
export interface GatewayChoice extends JsonObject {
  readonly gateways: readonly string[];
  readonly port: number | null;
}

/** Which accounts. */
export interface AccountChoice extends JsonObject {
  readonly accounts: readonly string[];
}

/** The tasks of the area. */
export interface AutomationTasks {
  readonly testAssets: TaskDeclaration<AssetChoice>;
  readonly gatherFacts: TaskDeclaration<AssetChoice>;
  readonly gatherAccounts: TaskDeclaration<AssetChoice>;
  readonly testGateways: TaskDeclaration<GatewayChoice>;
  readonly verifyAccounts: TaskDeclaration<AccountChoice>;
}

const idsOf = (value: unknown): readonly string[] | null => {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every((id) => typeof id === "string" && isUuid(id)) ? value : null;
};

function readAssetChoice(kwargs: JsonObject): AssetChoice | null {
  const [assets, nodes] = [idsOf(kwargs.assets), idsOf(kwargs.nodes)];
  return assets === null || nodes === null || assets.length + nodes.length === 0 ? null : { assets, nodes };
}

function readGatewayChoice({ gateways, port = null }: JsonObject): GatewayChoice | null {
  const ids = idsOf(gateways);
  const isPort = port === null || (Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536);
  return ids === null || ids.length === 0 || !isPort
    ? null
    : { gateways: ids, port: port === null ? null : Number(port) };
}

function readAccountChoice({ accounts }: JsonObject): AccountChoice | null {
  const ids = idsOf(accounts);
  return ids === null || ids.length === 0 ? null : { accounts: ids };
}

/** What tells a task about targets from another: what is done on which, and what is kept of it. */
interface TargetTask<Choice>
  extends Pick<TaskDeclaration, "name" | "label">,
    Pick<AssetWork, "method" | "timeoutSeconds"> {
  readonly readKwargs: (kwargs: JsonObject) => Choice | null;
  /** What people call the method; default: the task's label. */
  readonly methodLabel?: Message;
  /** Whether the platform's switch counts; default true. */
  readonly bySwitch?: boolean;
  readonly protocols: (run: TaskRun, choice: Choice) => readonly string[] | Promise<readonly string[]>;
  readonly steps: (run: TaskRun, choice: Choice) => AsyncIterable<readonly Step[]>;
  readonly keep: (db: Kysely<Database>, step: Step, outcome: JobOutcome) => Promise<void>;
}

/** A task that reaches targets by `program`. */
const targetTask = <Choice extends JsonObject>(program: string, task: TargetTask<Choice>) =>
  defineTask<Choice>({
    name: task.name,
    label: task.label,
    queue: "ansible",
    repeatable: true,
    readKwargs: task.readKwargs,
    run: async (run, choice) =>
      runOnAssets(run, {
        program,
        protocols: await task.protocols(run, choice),
        method: task.method,
        label: task.methodLabel ?? task.label,
        timeoutSeconds: task.timeoutSeconds,
        bySwitch: task.bySwitch ?? true,
        steps: task.steps(run, choice),
        keep: (step, outcome) => task.keep(run.services.db, step, outcome),
      }),
  });

/** What three tasks have in common: they are about assets, and those below nodes. */
const aboutAssets = (item: AutomationItem & AssetWork["method"]) => ({
  readKwargs: readAssetChoice,
  protocols: (run: TaskRun, choice: AssetChoice) => protocolsOf(run, chosenAssets(choice)),
  method: item,
  steps: (run: TaskRun, choice: AssetChoice) => assetSteps(run, choice, item),
});

/** The tasks that reach targets by `program`, the runner's. Contract: docs/contract/jobs.md, "Automation". */
export function automationTasks(program: string): AutomationTasks {
  return {
    testAssets: targetTask<AssetChoice>(program, {
      ...aboutAssets("ping"),
      name: "assets.tasks.ping.test_assets_connectivity_task",
      label: text.testAssets,
      methodLabel: text.test,
      timeoutSeconds: connectSeconds,
      keep: (db, step, outcome) => saveConnectivity(db, withoutUnchecked(step, outcome), outcome.ok, true),
    }),
    gatherFacts: targetTask<AssetChoice>(program, {
      ...aboutAssets("gather_facts"),
      name: "assets.tasks.gather_facts.gather_assets_facts_task",
      label: text.gatherFacts,
      timeoutSeconds: gatherSeconds,
      keep: async (db, step, outcome) => {
        if (outcome.ok) await saveFacts(db, step, outcome.result);
      },
    }),
    gatherAccounts: targetTask<AssetChoice>(program, {
      ...aboutAssets("gather_accounts"),
      name: "accounts.tasks.gather_accounts.gather_asset_accounts_task",
      label: text.gatherAccounts,
      timeoutSeconds: gatherSeconds,
      keep: async (db, step, outcome) => {
        if (outcome.ok) await saveAccounts(db, step, outcome.result);
      },
    }),
    testGateways: targetTask<GatewayChoice>(program, {
      name: "assets.tasks.ping_gateway.test_gateways_connectivity_task",
      label: text.testGateways,
      readKwargs: readGatewayChoice,
      protocols: () => ["ssh"],
      method: "ping_gateway",
      timeoutSeconds: connectSeconds,
      bySwitch: false,
      steps: gatewaySteps,
      keep: (db, step, { ok }) => saveConnectivity(db, step, ok, true),
    }),
    verifyAccounts: targetTask<AccountChoice>(program, {
      name: "accounts.tasks.verify_account.verify_accounts_connectivity_task",
      label: text.verifyAccounts,
      methodLabel: text.verify,
      readKwargs: readAccountChoice,
      protocols: (run, { accounts }) =>
        protocolsOf(
          run,
          sql<boolean>`exists (
            select from ${accountsTable} c where c.asset_id = a.id and c.id = any(${[...accounts]}::uuid[])
          )`,
        ),
      method: "verify_account",
      timeoutSeconds: connectSeconds,
      steps: accountSteps,
      keep: (db, step, { ok }) => saveConnectivity(db, step, ok, step.asset.is_gateway),
    }),
  };
}

/** A target that answers without checking the account has shown nothing about it. */
function withoutUnchecked(step: Step, outcome: JobOutcome): Step {
  return outcome.ok && outcome.result.account_checked === false ? { ...step, account: null } : step;
}

/** Whether an asset `a` is one of those chosen. */
const chosenAssets = ({ assets, nodes }: AssetChoice): RawBuilder<boolean> => sql<boolean>`(
  a.id = any(${[...assets]}::uuid[]) or a.id in ${assetsUnderNodes(sql`${[...nodes]}::uuid[]`)}
)`;

/** Every protocol of the chosen assets. */
async function protocolsOf(
  { organizationId, services }: TaskRun,
  chosen: RawBuilder<boolean>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct one ->> 'name' as name from ${assetsTable} a, jsonb_array_elements(a.protocols) one
    where ${chosen} and (${organizationId}::uuid is null or a.org_id = ${organizationId}::uuid)
  `.execute(services.db);
  return rows.map(({ name }) => name);
}

/** The chosen assets in pages, by id: however many there are, few are in memory. */
async function* pages(run: TaskRun, chosen: RawBuilder<boolean>): AsyncGenerator<readonly string[]> {
  const { organizationId, services } = run;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select a.id from ${assetsTable} a where ${chosen} and a.id > ${after}::uuid
        and (${organizationId}::uuid is null or a.org_id = ${organizationId}::uuid)
      order by a.id limit ${batchSize}
    `.execute(services.db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}

async function* assetSteps(
  run: TaskRun,
  choice: AssetChoice,
  item: AutomationItem,
): AsyncGenerator<readonly Step[]> {
  const { db } = run.services;
  for await (const ids of pages(run, chosenAssets(choice))) {
    const [found, accounts] = await Promise.all([
      loadCandidates(db, ids, item, run.organizationId),
      operatingAccounts(db, ids),
    ]);
    const before = await accountsById(
      db,
      [...accounts.values()].flatMap(({ su_from_id: id }) => id ?? []),
    );
    yield found.map((asset) => {
      const account = accounts.get(asset.id) ?? null;
      const suFrom = asset.su_enabled ? (before.get(account?.su_from_id ?? "") ?? null) : null;
      return { asset, account, suFrom };
    });
  }
}

async function* gatewaySteps(
  run: TaskRun,
  { gateways, port }: GatewayChoice,
): AsyncGenerator<readonly Step[]> {
  const { db } = run.services;
  const [found, accounts] = await Promise.all([
    loadCandidates(db, gateways, "ping", run.organizationId),
    gatewayAccounts(db, gateways),
  ]);
  yield found.map((asset) => ({
    asset,
    account: accounts.get(asset.id) ?? null,
    suFrom: null,
    ...(port === null ? {} : { port }),
  }));
}

/** Accounts are verified one by one, each with its own secret and without elevation. */
async function* accountSteps(
  run: TaskRun,
  { accounts: ids }: AccountChoice,
): AsyncGenerator<readonly Step[]> {
  const { db } = run.services;
  const accounts = await accountsById(db, ids);
  const assetIds = [...new Set([...accounts.values()].map(({ asset_id: id }) => id))];
  for (let start = 0; start < assetIds.length; start += batchSize) {
    const found = await loadCandidates(
      db,
      assetIds.slice(start, start + batchSize),
      "verify_account",
      run.organizationId,
    );
    yield found.flatMap((asset) =>
      [...accounts.values()]
        .filter(({ asset_id: id }) => id === asset.id)
        .map((account) => ({ asset, account, suFrom: null })),
    );
  }
}
