import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import type { TaskRun } from "../../../../engine/tasks/index.ts";
import { changeSecret } from "../../../../runner/methods/change-secret.ts";
import { verifyAccount } from "../../../../runner/methods/ping.ts";
import { accountFor, jobSpecFor, runJobSpec } from "../../../../runner/testing/job-specs.ts";
import { createTestProduct, type TestProduct } from "../../../../testing/product.ts";
import type { JobOutcome, JobSpec, runJobSpecs } from "../../../../transport/runner-control/index.ts";
import { openAccountSecret } from "../../../accounts/index.ts";
import type { Cell } from "../cell.ts";
import type { RotationRequest, RotationSummary } from "../request.ts";
import { rotateIn } from "../rotate.ts";
import { settleOpenChanges } from "../settle.ts";

const organization = "00000000-0000-0000-0000-000000000002";

/** A kind of target, as platforms call it. */
export type BedProtocol = "ssh" | "postgresql" | "mariadb" | "redis";

const platforms: Readonly<Record<BedProtocol, { readonly path: string; readonly name: string }>> = {
  ssh: { path: "hosts", name: "Linux" },
  postgresql: { path: "databases", name: "PostgreSQL" },
  mariadb: { path: "databases", name: "MariaDB" },
  redis: { path: "databases", name: "Redis" },
};

/** Databases of the peers that everybody may open. */
const databases: Readonly<Record<string, string>> = { postgresql: "postgres", mariadb: "shop" };

/** Who signs in, by what. */
export interface BedAccount {
  readonly username: string;
  readonly secret: string | null;
  readonly secret_type?: string;
  readonly privileged?: boolean;
}

/** An asset with its accounts: ids by user name. */
export interface BedAsset {
  readonly id: string;
  readonly accounts: Readonly<Record<string, string>>;
}

/** A product with assets, whose secrets are changed in this process or in runners. */
export interface RotationBed {
  readonly product: TestProduct;
  /** An execution at work. */
  run(signal?: AbortSignal): TaskRun;
  /** What executions have said. */
  readonly said: string[];
  addAsset(
    protocol: BedProtocol,
    port: number,
    accounts: readonly BedAccount[],
    more?: object,
  ): Promise<BedAsset>;
  request(accounts: readonly string[], more?: Partial<RotationRequest>): RotationRequest;
  rotate(cell: Cell, request: RotationRequest, signal?: AbortSignal): Promise<RotationSummary>;
  /** Takes up every open change, as the job does once their time has come. */
  repair(cell: Cell): Promise<number>;
  secretOf(accountId: string): Promise<string | null>;
  /** State and error of the changes of an account, oldest first. */
  changesOf(accountId: string): Promise<readonly { readonly state: string; readonly error: string }[]>;
  close(): Promise<void>;
}

/** A cell in this process: what a runner does, without one. */
export function inProcess(
  change: (spec: JobSpec) => JobSpec | Promise<JobSpec> = (spec) => spec,
  after: (spec: JobSpec, outcome: JobOutcome) => Promise<JobOutcome> = async (_spec, outcome) => outcome,
): Pick<Cell, "program" | "runJobs"> {
  const runJobs: typeof runJobSpecs = async ({ next, done, signal }) => {
    for (let spec = await next(); spec !== null && !signal.aborted; spec = await next()) {
      const { result, code, text } = await runJobSpec(changeSecret, await change(spec), { signal });
      const outcome: JobOutcome =
        result === null ? { ok: false, error: { code: code ?? "", text } } : { ok: true, result };
      await done(spec, await after(spec, outcome));
    }
  };
  return { program: "", runJobs };
}

/** Whether a target takes a secret, past whatever stands between. */
export async function isTaken(
  protocol: BedProtocol,
  port: number,
  username: string,
  secret: string,
  more: object = {},
) {
  const outcome = await runJobSpec(
    verifyAccount,
    jobSpecFor({
      account: accountFor({ username, secret }),
      params: { sign_in_only: true },
      target: {
        port,
        protocol,
        ...(protocol === "ssh" ? {} : { category: "database", type: protocol }),
        setting: protocol === "redis" ? { auth_username: true } : {},
        ...more,
      },
    }),
  );
  return outcome.code === null || outcome.code === "database_unknown";
}

/** Sets the stage for one test file. */
export async function openRotationBed(
  environment: Readonly<Record<string, string>> = {},
): Promise<RotationBed> {
  const product = await createTestProduct(environment);
  const { services, database, administrator } = product;
  const said: string[] = [];
  await sql`
    update platform_automations m set ansible_enabled = true, change_secret_enabled = true, push_account_enabled = true
    from platforms p where p.id = m.platform_id and p.name in ('Linux', 'PostgreSQL', 'MariaDB', 'Redis')
  `.execute(database.db);
  await sql`
    update platform_protocols s set setting = setting || '{"auth_username": true}'
    from platforms p where p.id = s.platform_id and p.name = 'Redis'
  `.execute(database.db);
  const { rows } = await sql<{ id: number; name: string }>`select id, name from platforms`.execute(
    database.db,
  );
  const platformIds = new Map(rows.map(({ id, name }) => [name, id]));
  const run = (signal = new AbortController().signal): TaskRun => ({
    id: randomUUID(),
    services,
    organizationId: organization,
    userId: null,
    language: "en",
    log: { line: (line) => said.push(line), flush: async () => undefined },
    signal,
  });
  return {
    product,
    run,
    said,
    async addAsset(protocol, port, accounts, more = {}) {
      const { path, name } = platforms[protocol];
      const made = await administrator.call("POST", `assets/${path}/`, {
        name: `${protocol}-${randomUUID()}`,
        address: "127.0.0.1",
        platform: platformIds.get(name),
        protocols: [{ name: protocol, port }],
        ...(path === "databases" ? { db_name: databases[protocol] ?? "0" } : {}),
        accounts: accounts.map((account) => ({
          name: account.username,
          secret_type: "password",
          ...account,
        })),
        ...more,
      });
      expect(made.status, made.text).toBe(201);
      const { rows: ids } = await sql<{ id: string; username: string }>`
        select id, username from accounts where asset_id = ${made.body.id}::uuid
      `.execute(database.db);
      return {
        id: made.body.id,
        accounts: Object.fromEntries(ids.map(({ id, username }) => [username, id])),
      };
    },
    request: (accounts, more = {}) => ({
      kind: "change_secret",
      executionId: randomUUID(),
      organizationId: organization,
      accounts,
      secretType: "password",
      secretStrategy: "random",
      secret: null,
      passwordRules: { length: 16 },
      sshKeyStrategy: "add",
      params: {},
      ...more,
    }),
    rotate: (cell, request, signal) => rotateIn(run(signal), cell, request),
    async repair(cell) {
      await sql`update secret_changes set leased_until = now() where state in ('pending', 'postponed')`.execute(
        database.db,
      );
      return await settleOpenChanges({ ...run(), organizationId: null }, cell);
    },
    async secretOf(accountId) {
      const { rows: found } = await sql<{ id: string; secret_sealed: string | null }>`
        select id, secret_sealed from accounts where id = ${accountId}::uuid
      `.execute(database.db);
      const [account] = found;
      return account === undefined ? null : await openAccountSecret(services, account);
    },
    async changesOf(accountId) {
      const { rows: changes } = await sql<{ state: string; error: string }>`
        select state, error from secret_changes where account_id = ${accountId}::uuid order by date_created
      `.execute(database.db);
      return changes;
    },
    close: () => product.close(),
  };
}
