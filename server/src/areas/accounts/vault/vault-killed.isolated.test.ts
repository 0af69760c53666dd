import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleForTest, type TestBundle } from "../../../engine/testing/bundle.ts";
import { startProcess } from "../../../engine/testing/process.ts";
import { databaseUrlOf } from "../../../testing/database-url.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { startVault, type TestVault } from "../../../testing/vault-server.ts";
import { allSecrets, makeSecrets, setUpVault } from "./testing/secrets.ts";

let product: TestProduct;
let vault: TestVault;
let bundle: TestBundle;
let expected: ReadonlyMap<string, string>;

beforeAll(async () => {
  vault = await startVault();
  product = await createTestProduct();
  bundle = await bundleForTest(join(import.meta.dirname, "../../../main.ts"));
  await setUpVault(product, vault);
  await makeSecrets(product, 4);
  expected = await allSecrets(product);
}, 120_000);

afterAll(async () => {
  bundle?.remove();
  await product?.close();
  await vault?.close();
});

const call = (method: string, path: string) => product.administrator.call(method, path);

function startWorker() {
  return startProcess(process.execPath, [bundle.script, "--roles", "worker"], {
    env: {
      ...process.env,
      SALLYPORT_DATA: product.services.config.dataFolder,
      SALLYPORT_DATABASE_URL: databaseUrlOf(product.database),
      SALLYPORT_LOG_OUTPUT: "stderr",
    },
  });
}

/** Lets a worker move until the vault gets its call number `step`, and kills it then; answers whether it got there. */
async function killAtCall(step: number): Promise<boolean> {
  const worker = startWorker();
  let calls = 0;
  const reached = new Promise<boolean>((resolve) => {
    vault.fault = () => {
      calls += 1;
      if (calls !== step) return undefined;
      worker.child.kill("SIGKILL");
      resolve(true);
      // Half of the time the call is run although nobody hears of it.
      return step % 2 === 0 ? "drop" : "drop-after";
    };
  });
  const { body } = await call("POST", "settings/vault/sync/");
  const ended = vi.waitFor(
    async () => {
      const { body: execution } = await call("GET", `ops/task-executions/${body.task}/`);
      expect(execution.is_finished).toBe(true);
      return false;
    },
    { timeout: 40_000, interval: 100 },
  );
  const isKilled = await Promise.race([reached, ended]);
  ended.catch(() => undefined);
  vault.fault = () => undefined;
  worker.child.kill("SIGKILL");
  await worker.ended;
  return isKilled;
}

describe("a worker that is killed while it moves secrets", () => {
  it.each([
    ["into the vault", true],
    ["back to the database", false],
  ])(
    "%s loses none, and the next one goes on",
    async (_way, isOn) => {
      await product.configure({ VAULT_ENABLED: isOn });
      for (const step of [8, 9, 12]) {
        await killAtCall(step);
        expect(await allSecrets(product)).toEqual(expected);
      }
      const worker = startWorker();
      try {
        await vi.waitFor(
          async () => {
            const { body } = await call("GET", "sallyport/vault/");
            expect(body[isOn ? "in_database" : "in_vault"]).toBe(0);
          },
          { timeout: 40_000, interval: 100 },
        );
      } finally {
        worker.child.kill("SIGKILL");
        await worker.ended;
      }
      expect(await allSecrets(product)).toEqual(expected);
    },
    180_000,
  );
});
