import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../../engine/testing/openssh.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { newSshKeyPair } from "./key-pair.ts";

const run = promisify(execFile);
const path = "/core/auth/profile/pubkey/generate/";

/** What OpenSSH makes the public half of a private key: algorithm and key, without a comment. */
async function publicHalf(privateKey: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-key-"));
  try {
    const file = join(folder, "key");
    writeFileSync(file, privateKey, { mode: 0o600 });
    const { stdout } = await run("ssh-keygen", ["-y", "-f", file]);
    return stdout.trim().split(" ").slice(0, 2).join(" ");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.skipIf(opensshMissing() !== null)("makes pairs that OpenSSH reads alike", async () => {
  const pair = await newSshKeyPair("ann");
  expect(pair.publicKey).toBe(`${await publicHalf(pair.privateKey)} ann`);
});

describe("making a key pair", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  const stored = async (): Promise<string> => {
    const query = product.services.db
      .selectFrom("users")
      .select("public_key")
      .where("username", "=", "admin");
    return (await query.executeTakeFirstOrThrow()).public_key ?? "";
  };

  it.skipIf(opensshMissing() !== null)("stores the public half and hands out the private one", async () => {
    await product.confirm(product.administrator);
    const answer = await product.administrator.call("GET", path);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-disposition"]).toContain("admin-sallyport.pem");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await stored()).toBe(`${await publicHalf(answer.text)} admin`);
  });

  it("asks who it is first; a page that was opened leads to where that can be asked", async () => {
    const before = await stored();
    const browser = await product.signIn((await product.createUser({ username: "unproven" })).id);
    const asked = await browser.call("GET", path);
    expect([asked.status, asked.body.code]).toEqual([400, "password"]);
    const opened = await browser.call("GET", path, undefined, { "sec-fetch-mode": "navigate" });
    expect([opened.status, opened.headers.location]).toEqual([
      302,
      "/ui/#/profile/setting?activeTab=SSHUpdate",
    ]);
    expect(await stored()).toBe(before);
  });

  it("changes nothing for a navigation that another site began", async () => {
    const before = await stored();
    const answer = await product.administrator.call("GET", path, undefined, {
      "sec-fetch-site": "cross-site",
    });
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      "/ui/#/profile/setting?activeTab=SSHUpdate",
    ]);
    expect(await stored()).toBe(before);
  });
});
