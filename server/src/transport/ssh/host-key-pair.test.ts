import ssh2 from "ssh2";
import { expect, it } from "vitest";
import { makeHostKey } from "./host-key-pair.ts";

it("makes keys that can be read, also those that begin with a zero", async () => {
  // Among so many, one with a zero in front is all but certain.
  const keys = await Promise.all(Array.from({ length: 1000 }, () => makeHostKey("ed25519")));
  expect(keys.filter((pem) => ssh2.utils.parseKey(pem) instanceof Error)).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

it("makes RSA keys of 3072 bits", async () => {
  const key = ssh2.utils.parseKey(await makeHostKey("rsa"));
  if (key instanceof Error || Array.isArray(key)) throw new Error("no key");
  expect(key.type).toBe("ssh-rsa");
  expect(key.getPublicSSH().length).toBeGreaterThan(3072 / 8);
});
