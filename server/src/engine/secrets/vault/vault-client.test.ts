import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testCertificate } from "../../../testing/certificate.ts";
import { startVault, type TestVault } from "../../../testing/vault-server.ts";
import { createVaultClient, type VaultClient, type VaultSettings } from "./vault-client.ts";
import type { VaultError } from "./vault-error.ts";

let vault: TestVault;
const clients: VaultClient[] = [];

beforeAll(async () => {
  vault = await startVault();
});
afterEach(() => {
  vault.state = "ready";
  vault.fault = () => undefined;
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => vault.close());

const lost = { path: "nowhere", version: 1, mark: "m" };
const timeouts = { connect: 300, whole: 300 };

function client(more: Partial<VaultSettings> = {}): VaultClient {
  const { origin, token, mountPoint } = vault;
  const made = createVaultClient(
    { origin, token, mountPoint, namespace: "", authorities: "", ...more },
    timeouts,
  );
  clients.push(made);
  return made;
}

async function refusalOf(work: Promise<unknown>): Promise<VaultError> {
  return await work.then(
    () => expect.fail("it was done"),
    (error: VaultError) => error,
  );
}

const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).code;

describe("the client of a vault", () => {
  it("gives back every version that was written, however many there are", async () => {
    const one = client();
    const locations = [];
    for (let number = 1; number <= 25; number += 1) {
      locations.push(await one.write("orgs/o/accounts/many", `secret ${number} "é'`, { name: "n" }));
    }
    const read = await Promise.all(locations.map((location) => one.read(location)));
    expect(read).toEqual(locations.map((_, index) => `secret ${index + 1} "é'`));
    await one.destroy("orgs/o/accounts/many", [3]);
    expect(await codeOf(one.read(locations[2] ?? lost))).toBe("vault_secret_missing");
    expect(await one.versions("orgs/o/accounts/many")).toHaveLength(24);
    await one.remove("orgs/o/accounts/many");
    // Whatever comes to be there later is not what was.
    await one.write("orgs/o/accounts/many", "another", {});
    expect(await codeOf(one.read(locations[0] ?? lost))).toBe("vault_secret_missing");
    await one.remove("orgs/o/accounts/many");
    expect(await one.versions("orgs/o/accounts/many")).toEqual([]);
  });

  it("tests everything it takes to keep a secret, and leaves nothing behind", async () => {
    const before = vault.entries.size;
    await client({ namespace: "teams/access" }).check();
    expect(vault.entries.size).toBe(before);
    expect(vault.requests.at(-1)?.namespace).toBe("teams/access");
  });

  it("says what is wrong", async () => {
    vault.state = "sealed";
    expect(await codeOf(client().check())).toBe("vault_sealed");
    expect(await codeOf(client().write("a", "b", {}))).toBe("vault_sealed");
    vault.state = "not-initialized";
    expect(await codeOf(client().check())).toBe("vault_not_initialized");
    vault.state = "ready";
    expect(await codeOf(client({ token: "wrong" }).check())).toBe("vault_not_authenticated");
    expect(await codeOf(client({ token: "wrong" }).write("a", "b", {}))).toBe("vault_denied");
    expect(await codeOf(client({ mountPoint: "elsewhere" }).check())).toBe("vault_no_engine");
    expect(await codeOf(client().read(lost))).toBe("vault_secret_missing");
    expect(await codeOf(client({ origin: "http://127.0.0.1:1" }).check())).toBe("vault_unreachable");
    for (const [status, code] of [
      [429, "vault_busy"],
      [500, "vault_failed"],
      [503, "vault_busy"],
      [302, "vault_redirects"],
      [307, "vault_redirects"],
    ] as const) {
      vault.fault = () => ({ status, headers: { location: "http://127.0.0.1:1/" } });
      expect(await codeOf(client().write("a", "b", {}))).toBe(code);
    }
    vault.fault = () => ({ status: 200, body: "nonsense" });
    expect(await codeOf(client().write("a", "b", {}))).toBe("vault_no_engine");
    expect(await codeOf(client().read(lost))).toBe("vault_secret_missing");
  });

  it("does not wait for ever, and holds nothing secret in what it throws", async () => {
    vault.fault = () => "hang";
    const secret = "Planted-secret-7";
    const refusal = await refusalOf(client().write("a", secret, {}));
    expect(refusal.code).toBe("vault_timeout");
    const told = JSON.stringify({ ...refusal, stack: refusal.stack, message: refusal.message });
    expect(told).not.toContain(secret);
    expect(told).not.toContain(vault.token);
  });

  it("repeats what a closed connection swallowed, once", async () => {
    const one = client();
    await one.write("again", "1", {});
    let cut = true;
    vault.fault = () => {
      if (!cut) return undefined;
      cut = false;
      return "drop";
    };
    const location = await one.write("again", "2", {});
    expect(await one.read(location)).toBe("2");
    vault.fault = () => "drop";
    expect(await codeOf(one.write("again", "3", {}))).toBe("vault_unreachable");
  });

  it("speaks to a vault whose certificate it can check, and to no other", async () => {
    const secure = await startVault({ tls: testCertificate });
    try {
      const { origin, token } = secure;
      expect(await codeOf(client({ origin, token }).check())).toBe("vault_untrusted");
      await client({ origin, token, authorities: testCertificate.cert }).check();
    } finally {
      await secure.close();
    }
  });

  it("prolongs its token, and cuts notes at whole characters", async () => {
    await client().renewToken();
    expect(vault.requests.at(-1)?.path).toBe("auth/token/renew-self");
    await client().write("noted", "x", { name: "名".repeat(400) });
    expect(vault.entries.get("noted")?.notes.name).toBe("名".repeat(166));
  });
});
