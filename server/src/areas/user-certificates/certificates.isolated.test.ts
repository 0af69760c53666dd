import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../../engine/testing/openssh.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { certifyAccount } from "../ssh-authority/index.ts";
import { certifyKey, findCertificate, fingerprintOf, readCertifiableKey } from "./certificate-store.ts";

const run = promisify(execFile);

describe.skipIf(opensshMissing() !== null)("certificates of people, held against OpenSSH's", () => {
  let product: TestProduct;
  let folder: string;
  let user: { readonly id: string; readonly username: string };
  let made = 0;

  beforeAll(async () => {
    product = await createTestProduct();
    await product.configure({ TERMINAL_BROWSER_AUTH: true });
    user = await product.createUser({});
    folder = await mkdtemp(path.join(tmpdir(), "user-certificates-"));
    for (const name of ["ours", "foreign"]) await keygen("-q", "-t", "ed25519", "-N", "", "-f", name);
    // An authority whose certificates ssh-keygen can make: one that signs no more, and is trusted still.
    const [, blob = ""] = (await file("ours.pub")).split(" ");
    await sql`
      insert into ssh_authority_keys (fingerprint, public_key, private_sealed, purpose, date_replaced)
      values (${fingerprintOf(Buffer.from(blob, "base64"))}, ${blob}, 'none', 'people', now())
    `.execute(product.database.db);
  });
  afterAll(async () => {
    await product?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const keygen = (...args: string[]) => run("ssh-keygen", args, { cwd: folder });
  const file = async (name: string) => (await readFile(path.join(folder, name), "utf8")).trim();

  /** Has ssh-keygen sign a new key, and keeps the certificate as one of the user: only what it says can be in the way. */
  async function signed(authority: "ours" | "foreign", ...options: string[]): Promise<string> {
    made += 1;
    const name = `key${made}`;
    await keygen("-q", "-t", "ed25519", "-N", "", "-C", "", "-f", name);
    await keygen("-q", "-s", authority, "-I", "test", "-z", String(made), ...options, `${name}.pub`);
    const line = (await file(`${name}-cert.pub`)).split(" ").slice(0, 2).join(" ");
    const key = readCertifiableKey(await file(`${name}.pub`));
    if (key === null) throw new Error("no key");
    await keep(line, fingerprintOf(key), String(made));
    return line;
  }
  const keep = (line: string, fingerprint: string, serial: string) =>
    sql`
      insert into user_certificates (user_id, fingerprint, serial, certificate, factor, remote_address, date_expired, date_password, authority)
      select id, ${fingerprint}, ${serial}, ${line}, 'otp', '192.0.2.1', now() + interval '1 hour', date_password_last_updated,
        (select fingerprint from ssh_authority_keys where purpose = 'people' order by date_created limit 1)
      from users where id = ${user.id}
    `.execute(product.database.db);
  const find = (line: string, remoteAddress = "192.0.2.7") =>
    findCertificate(product.services, line, { username: user.username, remoteAddress });
  const own = () => ["-n", user.username, "-V", "-5m:+1h"];

  it("hold for their user", async () => {
    const line = await signed("ours", ...own());
    expect(await find(line)).toMatchObject({ factor: "otp" });
    expect(
      await findCertificate(product.services, line, {
        username: "administrator",
        remoteAddress: "192.0.2.7",
      }),
    ).toBeNull();
  });

  it.each<[string, "ours" | "foreign", () => string[]]>([
    ["of a foreign authority", "foreign", own],
    ["for a host", "ours", () => ["-h", ...own()]],
    ["that have expired", "ours", () => ["-n", user.username, "-V", "-2h:-1h"]],
    ["that are not valid yet", "ours", () => ["-n", user.username, "-V", "+10m:+1h"]],
    ["for another user", "ours", () => ["-n", "root", "-V", "-5m:+1h"]],
    ["for everybody", "ours", () => ["-V", "-5m:+1h"]],
    ["that force a command", "ours", () => [...own(), "-O", "force-command=id"]],
    ["with an option that nobody knows", "ours", () => [...own(), "-O", "critical:new@example.com=1"]],
    ["for another address", "ours", () => [...own(), "-O", "source-address=198.51.100.0/24"]],
  ])("%s are refused", async (_what, authority, options) => {
    expect(await find(await signed(authority, ...options()))).toBeNull();
  });

  it("hold at the addresses they name", async () => {
    const line = await signed("ours", ...own(), "-O", "source-address=198.51.100.0/24,192.0.2.7/32");
    expect(await find(line)).not.toBeNull();
    expect(await find(line, "192.0.2.8")).toBeNull();
  });

  it("that were changed, or are cut off, are refused", async () => {
    const line = await signed("ours", ...own());
    const [type, encoded = ""] = line.split(" ");
    const blob = Buffer.from(encoded, "base64");
    const { rows } = await sql<{ fingerprint: string }>`
      select fingerprint from user_certificates where certificate = ${line}
    `.execute(product.database.db);
    for (let at = 40; at < blob.length; at += 7) {
      const changed = Buffer.from(blob);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const other = `${type} ${changed.toString("base64")}`;
      await keep(other, rows[0]?.fingerprint ?? "", `changed ${at}`);
      expect(await find(other), String(at)).toBeNull();
      expect(await find(`${type} ${blob.subarray(0, at).toString("base64")}`)).toBeNull();
    }
  });

  it("count no more when they are revoked, when the password changes, and when keys are not signed", async () => {
    const [revoked, kept] = [await signed("ours", ...own()), await signed("ours", ...own())];
    await sql`delete from user_certificates where certificate = ${revoked}`.execute(product.database.db);
    expect([await find(revoked), (await find(kept)) === null]).toEqual([null, false]);
    await product.configure({ TERMINAL_CERTIFICATE_HOURS: 0 });
    expect(await find(kept)).toBeNull();
    await product.configure({ TERMINAL_CERTIFICATE_HOURS: 8 });
    await sql`update users set date_password_last_updated = now() where id = ${user.id}`.execute(
      product.database.db,
    );
    expect(await find(kept)).toBeNull();
  });

  it.each(["ed25519", "ecdsa", "rsa"])("of %s keys are what OpenSSH reads", async (type) => {
    made += 1;
    await keygen("-q", "-t", type, "-N", "", "-C", "", "-f", `own${made}`);
    const key = readCertifiableKey(await file(`own${made}.pub`));
    if (key === null) throw new Error("no key");
    const request = { user, key, factor: "otp", remoteAddress: "192.0.2.7", client: "" };
    const id = await certifyKey(product.services, request);
    const { rows } = await sql<{ certificate: string }>`
      select certificate from user_certificates where id = ${id}::uuid
    `.execute(product.database.db);
    await writeFile(path.join(folder, "shown-cert.pub"), `${rows[0]?.certificate}\n`);
    const { stdout } = await keygen("-L", "-f", "shown-cert.pub");
    expect(stdout).toContain(`Key ID: "sallyport user=${user.username} request=profile"`);
    expect(stdout).toMatch(new RegExp(`Principals:\\s+${user.username}\\s+Critical Options: \\(none\\)`));
    expect(stdout).toContain("user certificate");
    expect(stdout).toContain(fingerprintOf(key));
    expect(await find(String(rows[0]?.certificate))).toMatchObject({ id });
    expect(await find(await file(`own${made}.pub`))).toMatchObject({ id });
  });

  it("are not those of accounts: each purpose has a key of its own", async () => {
    const { certificate, privateKey } = await certifyAccount(product.services, {
      ...{ accountId: user.id, username: user.username, usedBy: {}, extensions: ["permit-pty"] },
    });
    expect(privateKey).toContain("PRIVATE KEY");
    const line = `ssh-ed25519-cert-v01@openssh.com ${certificate}`;
    expect(await find(line)).toBeNull();
    const { rows } = await sql<{ purpose: string }>`
      select purpose from ssh_authority_keys where date_replaced is null order by purpose
    `.execute(product.database.db);
    expect(rows.map(({ purpose }) => purpose)).toEqual(["accounts", "people"]);
  });

  it("are signed by another key after a rotation, and end with the key that signed them", async () => {
    await product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: false });
    const { administrator } = product;
    const url = "sallyport/ssh-authority/";
    const make = async () => {
      made += 1;
      await keygen("-q", "-t", "ed25519", "-N", "", "-C", "", "-f", `turned${made}`);
      const line = await file(`turned${made}.pub`);
      const key = readCertifiableKey(line);
      if (key === null) throw new Error("no key");
      const request = { key, factor: "otp", remoteAddress: "192.0.2.1", client: "" };
      expect(await certifyKey(product.services, { user, ...request })).not.toBeNull();
      return line;
    };
    const before = await make();
    const rotate = (body: object) =>
      administrator.call("POST", `${url}rotation/`, { purpose: "people", ...body });
    expect(await rotate({})).toMatchObject({ status: 201, body: { task: null } });
    const after = await make();
    const { body } = await administrator.call("GET", `${url}keys/`);
    const [former] = body.people.former_keys;
    expect(former.fingerprint).not.toBe(body.people.key.fingerprint);
    expect(former).toMatchObject({ date_retired: null, date_expired: expect.any(String) });
    expect(former.certificates).toBeGreaterThan(0);
    expect(await find(before)).not.toBeNull();
    const retire = () => administrator.call("POST", `${url}retirement/`, { fingerprint: former.fingerprint });
    expect(await retire()).toMatchObject({ status: 201, body: { task: null } });
    expect(await retire()).toMatchObject({ status: 400, body: { code: "not_replaced" } });
    expect(await find(before)).toBeNull();
    expect(await find(after)).not.toBeNull();
    // Or at once.
    expect((await rotate({ end_now: true })).status).toBe(201);
    expect(await find(after)).toBeNull();
    expect(await find(await make())).not.toBeNull();
  });

  it("are not made for weak keys, nor for what is none", async () => {
    await keygen("-q", "-t", "rsa", "-b", "1024", "-N", "", "-f", "weak");
    expect(readCertifiableKey(await file("weak.pub"))).toBeNull();
    for (const line of ["", "ssh-ed25519 AAAA", "no key", `ssh-ed25519 ${"A".repeat(68)}`]) {
      expect(readCertifiableKey(line)).toBeNull();
    }
  });
});
