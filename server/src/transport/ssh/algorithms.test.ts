import { describe, expect, it } from "vitest";
import { MemoryHostKeys } from "../../engine/testing/memory-host-keys.ts";
import { opensshMissing, startOpenSsh } from "../../engine/testing/openssh.ts";
import { targetAlgorithms } from "./algorithms.ts";
import { openSshConnection } from "./connection.ts";
import { reachThrough } from "./gateways.ts";

describe("the algorithms offered to targets", () => {
  it("rest on nothing that is out of date, but on a platform that needs it", () => {
    expect(JSON.stringify(targetAlgorithms(null, "modern"))).not.toMatch(
      /sha1|cbc|"ssh-rsa"|group14|ssh-dss|md5/,
    );
    const legacy = targetAlgorithms(null, "legacy");
    expect(legacy.kex).toContain("diffie-hellman-group14-sha1");
    expect(JSON.stringify(legacy)).not.toMatch(/ssh-dss|md5|arcfour|group1-/);
    expect(legacy.kex?.[0 as never]).toBe("curve25519-sha256");
  });

  it("ask first for the kind of key that is pinned", () => {
    const { serverHostKey } = targetAlgorithms("ssh-rsa", "modern");
    expect(Object.values(serverHostKey ?? {}).slice(0, 3)).toEqual([
      "rsa-sha2-512",
      "rsa-sha2-256",
      "ssh-ed25519",
    ]);
  });

  it.skipIf(opensshMissing() !== null)("decide whether an old server is signed in to", async () => {
    const old = await startOpenSsh({
      config: ["Ciphers aes256-cbc", "KexAlgorithms diffie-hellman-group14-sha1", "MACs hmac-sha1"],
    });
    const endpoint = { address: "127.0.0.1", port: old.port };
    const hostKeys = new MemoryHostKeys();
    const signIn = async (profile: "modern" | "legacy") => {
      const { route, stream } = await reachThrough([], endpoint, { hostKeys, timeout: 5000 });
      try {
        const pinned = { assetId: "old", host: endpoint.address, port: endpoint.port };
        const { username, privateKey } = old;
        const account = { display: "operator", username, secretType: "ssh_key", secret: privateKey };
        const { client } = await openSshConnection(
          stream,
          { endpoint: pinned, account, profile },
          { hostKeys, timeout: 5000 },
        );
        client.end();
        return "signed in";
      } finally {
        stream.destroy();
        route.close();
      }
    };
    try {
      await expect(signIn("modern")).rejects.toMatchObject({ code: "no_common_algorithm" });
      expect(await signIn("legacy")).toBe("signed in");
    } finally {
      await old.stop();
    }
  });
});
