import { afterAll, describe, it } from "vitest";
import { missingPeers, startRedis } from "../../../runner/testing/database-peers.ts";
import { startVault, type TestVault } from "../../../testing/vault-server.ts";
import { setUpVault } from "../../accounts/vault/testing/secrets.ts";
import { points, proveRun, provesNoLockout, target } from "./testing/lockout-proof.ts";

let vault: TestVault;

provesNoLockout({ SALLYPORT_VAULT_ENABLED: "true" }, async ({ product }) => {
  vault = await startVault();
  await setUpVault(product, vault);
});
afterAll(() => vault?.close());

describe.skipIf(missingPeers.redis !== null)("nobody is locked out while secrets are in the vault", () => {
  const stage = target("redis", startRedis, ({ password }) => `${password} of its own`);
  const sealed = async () => {
    vault.state = "sealed";
  };
  const ready = async () => {
    vault.state = "ready";
  };

  it("that is away from the beginning, or from any step on", { timeout: 60_000 }, async () => {
    await proveRun(stage(), {});
    for (const point of points) {
      await proveRun(stage(), { during: async () => ready, meanwhile: [point, sealed] });
      await proveRun(stage(), { during: async () => ready, meanwhile: [point, sealed], unheard: true });
    }
  });

  it("that takes a secret and says no, or forgets to answer", { timeout: 60_000 }, async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      for (const nth of [1, 2, 3]) {
        let calls = 0;
        const during = async () => {
          vault.fault = (request) => {
            if (request.method !== method) return undefined;
            calls += 1;
            return calls === nth ? { status: 500 } : undefined;
          };
          return async () => {
            vault.fault = () => undefined;
          };
        };
        await proveRun(stage(), { during });
      }
    }
  });
});
