import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { startVault, type TestVault, type VaultFault } from "../../../testing/vault-server.ts";
import { type Direction, type Move, UnfaithfulVaultError } from "./movable.ts";
import { moveAccountIn, moveAccountOut } from "./move-account.ts";
import { removeDeletedSecrets } from "./remove-deleted-secrets.ts";
import { allSecrets, makeSecrets, setUpVault } from "./testing/secrets.ts";

let product: TestProduct;
let vault: TestVault;
let account: string;
let asset: string;
let expected: ReadonlyMap<string, string>;

beforeAll(async () => {
  vault = await startVault();
  product = await createTestProduct();
  await product.work();
  await setUpVault(product, vault);
  ({ account, asset } = await makeSecrets(product, 12));
  expected = await allSecrets(product);
}, 60_000);

afterEach(() => {
  vault.fault = () => undefined;
});

afterAll(async () => {
  await product?.close();
  await vault?.close();
});

const call = (method: string, path: string, body?: unknown) => product.administrator.call(method, path, body);

const state = async () => (await call("GET", "sallyport/vault/")).body;

/** Runs the task as the button does, to its end; answers the execution and its log. */
async function sync() {
  const { status, body } = await call("POST", "settings/vault/sync/");
  expect(status).toBe(201);
  return await vi.waitFor(
    async () => {
      const execution = (await call("GET", `ops/task-executions/${body.task}/`)).body;
      expect(execution.is_finished).toBe(true);
      const log = (await call("GET", `ops/celery/task/x/task-execution/${body.task}/log/`)).body
        .data as string;
      return { ...execution, log };
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Moves one account, as the task does. */
async function move(direction: Direction): Promise<void> {
  const { services, database } = product;
  const client = await services.vault.client();
  const mover = direction === "to_vault" ? moveAccountIn : moveAccountOut;
  await database.db.transaction().execute((db) => mover({ services, db, client } satisfies Move, account));
}

/** A move fails from its first call on, from its second …: after each nothing is lost, and in the end it goes through. */
async function failEachStep(direction: Direction, fault: (path: string) => VaultFault): Promise<void> {
  for (let step = 1; ; step += 1) {
    let calls = 0;
    vault.fault = ({ path }) => {
      calls += 1;
      return calls >= step ? fault(path) : undefined;
    };
    const isDone = await move(direction).then(
      () => calls < step,
      () => false,
    );
    vault.fault = () => undefined;
    expect(await allSecrets(product)).toEqual(expected);
    if (isDone) return;
    expect(step).toBeLessThan(40);
  }
}

describe("moving secrets", () => {
  it("has nothing to do while the vault is off and empty, and says so", async () => {
    expect(await call("POST", "settings/vault/sync/")).toMatchObject({
      status: 400,
      body: { code: "vault_not_enabled", msg: expect.stringContaining("turned off") },
    });
  });

  it.each([
    ["an error", () => ({ status: 500 })],
    ["a connection that is cut before", () => "drop" as const],
    ["a connection that is cut afterwards", () => "drop-after" as const],
    [
      "a wrong answer",
      (path: string) =>
        path.includes("/data/")
          ? { status: 200, body: { data: { version: 7, data: { secret: "another", mark: "m" } } } }
          : { status: 500 },
    ],
  ])("survives %s at every step, both ways", async (_name, fault) => {
    await failEachStep("to_vault", fault);
    await failEachStep("to_database", fault);
    await removeDeletedSecrets(product.services);
    expect([...vault.entries.keys()].filter((path) => path.endsWith(account))).toEqual([]);
  });

  it("refuses a vault that gives back something else than it was given", async () => {
    vault.fault = ({ method, path }) => {
      if (method !== "GET" || !path.includes("/data/")) return undefined;
      const entry = vault.entries.get(path.replace(/^sallyport\/data\//, ""));
      const last = [...(entry?.versions.values() ?? [])].at(-1);
      return { status: 200, body: { data: { data: { ...last?.data, secret: "another" } } } };
    };
    await expect(move("to_vault")).rejects.toBeInstanceOf(UnfaithfulVaultError);
    vault.fault = () => undefined;
    expect(await allSecrets(product)).toEqual(expected);
  });

  it("goes into the vault as a task, former secrets included, with what is written meanwhile", async () => {
    await product.configure({ VAULT_ENABLED: true });
    const before = await state();
    expect(before).toMatchObject({ enabled: true, in_vault: 0 });
    let isChanged = false;
    vault.fault = async () => {
      if (isChanged) return undefined;
      isChanged = true;
      // Somebody changes another account in the middle of it.
      const made = await call("POST", "accounts/accounts/", {
        asset,
        name: "meanwhile",
        username: "meanwhile",
        secret: "Meanwhile-1",
      });
      expect(made.status).toBe(201);
      return undefined;
    };
    const { is_success: isSuccess, log, result } = await sync();
    expect(log).toMatch(/Moving the secrets of 1\d accounts and 1 template from/);
    expect(log).toMatch(/, 0 not moved/);
    expect({ isSuccess, result }).toMatchObject({ isSuccess: true, result: { direction: "to_vault" } });
    expect(await state()).toMatchObject({ in_database: 0 });
    const now = await allSecrets(product);
    expect([...now.values()]).toContain("Meanwhile-1");
    for (const [key, secret] of expected) expect(now.get(key)).toBe(secret);
    const lying = vault.secrets();
    for (const secret of now.values()) expect(lying).toContain(secret);
    // What the vault shows first is what the account has.
    const { rows } = await sql<{ path: string; version: number }>`
      select split_part(secret_sealed, ':', 3) as path, split_part(secret_sealed, ':', 2)::int as version
      from accounts where secret_sealed is not null
    `.execute(product.database.db);
    for (const { path, version } of rows) {
      expect(Math.max(...(vault.entries.get(path)?.versions.keys() ?? []))).toBe(version);
    }
    const logged = await call("GET", "audits/operate-logs/?resource_type=Vault");
    expect(JSON.stringify(logged.body)).toContain("Move secrets to their storage");
    expected = now;
  });

  it("comes back as a task, leaves what is lost where it is, and takes the rest out of the vault", async () => {
    await product.configure({ VAULT_ENABLED: false });
    const { rows } = await sql<{ id: string; path: string }>`
      select id, split_part(secret_sealed, ':', 3) as path from accounts where name = 'meanwhile'
    `.execute(product.database.db);
    const [{ id, path } = { id: "", path: "" }] = rows;
    const lost = vault.entries.get(path);
    (vault.entries as Map<string, unknown>).delete(path);
    const first = await sync();
    expect(first).toMatchObject({ is_success: false, reason: "secrets_not_moved" });
    expect(first.log).toContain(`meanwhile (${id}): The secret is no longer in the vault`);
    expect((await state()).in_vault).toBe(2);
    (vault.entries as Map<string, unknown>).set(path, lost);
    expect((await sync()).is_success).toBe(true);
    expect(await state()).toMatchObject({ enabled: false, in_vault: 0 });
    expect(await allSecrets(product)).toEqual(expected);
    await removeDeletedSecrets(product.services);
    expect(vault.secrets()).toEqual([]);
  });

  it("ends with its reason when the vault is sealed, and goes on later", async () => {
    await product.configure({ VAULT_ENABLED: true });
    let calls = 0;
    vault.fault = () => {
      calls += 1;
      return calls > 25 ? { status: 503, body: { errors: ["Vault is sealed"] } } : undefined;
    };
    const first = await sync();
    expect(first).toMatchObject({ is_success: false, reason: "vault_sealed" });
    expect(first.log).toContain("Unseal it and try again");
    vault.fault = () => undefined;
    expect(await allSecrets(product)).toEqual(expected);
    const { in_vault: inVault, in_database: inDatabase } = await state();
    expect(Math.min(inVault, inDatabase)).toBeGreaterThan(0);
    expect((await sync()).is_success).toBe(true);
    expect(await allSecrets(product)).toEqual(expected);
  });
});
