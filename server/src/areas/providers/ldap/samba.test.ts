import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import {
  type SambaTestServer,
  sambaCrowd,
  sambaMissing,
  sambaPersonDn,
  sambaStaff,
  startSamba,
} from "../../../testing/samba-server.ts";
import { openLdap } from "./ldap-connection.ts";
import { everybody, findByName, openDirectory } from "./ldap-directory.ts";
import { commonName } from "./ldap-person.ts";
import { type LdapValues, toLdapSettings } from "./ldap-settings.ts";

const category = "settings/setting/?category=ldap";
const password = "Right-one-5";
/** More than a domain controller answers at once, which is 1,000. */
const crowd = 1_150;
const organization = "00000000-0000-0000-0000-000000000002";

describe.skipIf(sambaMissing())("a domain of Samba", () => {
  let samba: SambaTestServer;
  let product: TestProduct;
  let directory: Client;

  beforeAll(async () => {
    samba = await startSamba({
      people: [
        { username: "reader", name: "Reader", password: "Reader-of-all-5" },
        { username: "ada", name: "Ada Lovelace", password },
        { username: "bob", name: "Bob", password },
        { username: "carol", name: "Carol", password },
        { username: "dave", name: "Dave", password },
        { username: "locked", name: "Locked", password },
        { username: "expired", name: "Expired", password, state: "old" },
        { username: "mustchange", name: "Must change", password, state: "mustChange" },
        { username: "disabled", name: "Disabled", password, state: "disabled" },
        { username: "ended", name: "Ended", password, state: "ended" },
      ],
      groups: {
        Ops: ["ada", "bob"],
        Engineering: ["Ops", "carol"],
        Company: ["Engineering"],
        // More than it keeps lists open for one connection.
        ...Object.fromEntries(
          Array.from({ length: 12 }, (_, index) => [`Team ${index}`, ["bob", "carol", "dave"]]),
        ),
      },
      crowd,
    });
    product = await createTestProduct();
    const saved = await product.administrator.call("PATCH", category, { ...samba.settings, AUTH_LDAP: true });
    expect(saved.status).toBe(200);
    await product.work();
    directory = new Client({ url: samba.secureUri, tlsOptions: { ca: samba.authority } });
    await directory.bind(samba.administrator.name, samba.administrator.password);
  }, 120_000);
  afterAll(async () => {
    await directory?.unbind();
    await product?.close();
    await samba?.close();
  });

  const signIn = (username: string, given = password) =>
    product.anonymous.call("POST", "authentication/auth/", { username, password: given });
  const userOf = async (username: string) => {
    const { body } = await product.administrator.call("GET", `users/users/?username=${username}`);
    return body[0];
  };
  const settings = (more: LdapValues = {}) =>
    toLdapSettings({
      ...samba.settings,
      AUTH_LDAP_CONNECT_TIMEOUT: 5,
      AUTH_LDAP_SEARCH_PAGED_SIZE: 4,
      ...more,
    });

  it("signs people in by bind and search, and knows them by their id in whatever spelling", async () => {
    expect((await signIn("ada")).status).toBe(201);
    expect((await signIn("ADA")).body.user.username).toBe("ada");
    expect(await userOf("ada")).toMatchObject({
      name: "Ada Lovelace",
      email: "ada@corp.test",
      source: { value: "ldap" },
    });
    const { searchEntries } = await directory.search(sambaPersonDn("ada"), {
      attributes: ["objectGUID"],
      explicitBufferAttributes: ["objectGUID"],
    });
    const { rows } = await product.database.pool.query("select subject from user_source_links");
    expect(rows).toEqual([{ subject: Buffer.from(searchEntries[0]?.objectGUID as Buffer).toString("hex") }]);
    for (const [name, given] of [
      ["ada", ""],
      ["ada", "wrong"],
      ["*", password],
      ["nobody", password],
    ] as const) {
      expect([name, given, (await signIn(name, given)).status]).toEqual([name, given, 400]);
    }
  });

  it("tells who knows the password why the domain lets nobody in by it", async () => {
    for (const [name, code, said] of [
      ["expired", "password_expired", "expired"],
      ["mustchange", "password_must_change", "must be changed"],
      ["disabled", "user_inactive", "disabled"],
      ["ended", "user_expired", "expired"],
    ] as const) {
      const right = await signIn(name);
      expect([name, right.status, right.body.error]).toEqual([name, 400, code]);
      expect(right.body.msg).toContain(said);
      expect([name, (await signIn(name, "wrong")).body.error]).toEqual([name, "password_failed"]);
      expect(await userOf(name)).toBeUndefined();
    }
  });

  it("tells nobody that it has locked an account after wrong passwords", async () => {
    const attempt = async (given: string): Promise<string> => {
      const connection = await openLdap(settings().server);
      try {
        await connection.bind(sambaPersonDn("locked"), given);
        return "none";
      } catch (error) {
        return (error as Error).message;
      } finally {
        connection.close();
      }
    };
    expect(await attempt(password)).toBe("none");
    for (const given of ["wrong", "wrong", "wrong"]) expect(await attempt(given)).toContain("data 52e");
    expect(await attempt(password)).toContain("data 775");
    expect((await signIn("locked")).body.error).toBe("password_failed");
  });

  it("is spoken to by LDAPS and StartTLS with a checked certificate, and takes no password in the clear", async () => {
    const tried = async (more: LdapValues): Promise<string> => {
      try {
        const connection = await openDirectory(settings(more));
        connection.close();
        return "none";
      } catch (error) {
        return (error as { problem: string }).problem;
      }
    };
    const plain = { AUTH_LDAP_SERVER_URI: samba.uri };
    expect(await tried({})).toBe("none");
    expect(await tried({ ...plain, AUTH_LDAP_START_TLS: true })).toBe("none");
    expect(await tried(plain)).toBe("encryption");
    for (const more of [{}, { ...plain, AUTH_LDAP_START_TLS: true }]) {
      expect(await tried({ ...more, AUTH_LDAP_CA_CERTIFICATE: "" })).toBe("certificate");
    }
  });

  it("is read a page at a time, also from its top, where it refers to other servers", async () => {
    const connection = await openDirectory(settings());
    try {
      const sizes: number[] = [];
      for await (const page of everybody(connection, settings())) sizes.push(page.length);
      expect(sizes).toEqual([4, 4, 2]);
      const top = settings({ AUTH_LDAP_SEARCH_OU: "DC=corp,DC=test", AUTH_LDAP_SEARCH_PAGED_SIZE: 500 });
      const names: string[] = [];
      for await (const page of everybody(connection, top))
        names.push(...page.map(({ username }) => username));
      expect(names).toEqual(expect.arrayContaining(["ada", "ended", "Administrator", "krbtgt"]));
      const ada = await findByName(connection, top, "ada");
      expect(ada?.groups.map(commonName).sort()).toEqual(["Company", "Engineering", "Ops"]);
      const alone = settings({ AUTH_LDAP_NESTED_GROUPS: false });
      expect((await findByName(connection, alone, "ada"))?.groups.map(commonName)).toEqual(["Ops"]);
    } finally {
      connection.close();
    }
  });

  it("is imported with the groups that hold groups, and disables who left or is disabled there", async () => {
    const saved = await product.administrator.call("PATCH", category, {
      AUTH_LDAP_SYNC_ORG_IDS: [organization],
      AUTH_LDAP_SYNC_DISABLE_LEFT: true,
      AUTH_LDAP_STRICT_SYNC: true,
      AUTH_LDAP_SEARCH_PAGED_SIZE: 100,
    });
    expect(saved.status).toBe(200);
    expect(await run()).toMatchObject({ failed: 0, disabled: 0 });
    expect(await groups()).toMatchObject({ "AD Ops": 2, "AD Engineering": 3, "AD Company": 3 });
    expect(await userOf("disabled")).toBeUndefined();

    await directory.modifyDN(sambaPersonDn("dave"), "CN=dave,OU=Gone,DC=corp,DC=test");
    await replace(sambaPersonDn("bob"), "userAccountControl", String(0x1_0202));
    await replace("CN=Engineering,OU=Groups,DC=corp,DC=test", "member", sambaPersonDn("carol"));
    await run();
    expect((await userOf("dave")).is_active).toBe(false);
    expect((await userOf("bob")).is_active).toBe(false);
    expect((await userOf("carol")).is_active).toBe(true);
    expect(await groups()).toMatchObject({ "AD Ops": 2, "AD Engineering": 1, "AD Company": 1 });

    await directory.modifyDN("CN=dave,OU=Gone,DC=corp,DC=test", `CN=dave,${sambaStaff}`);
    await replace(sambaPersonDn("bob"), "userAccountControl", String(0x1_0200));
    await run();
    expect([(await userOf("dave")).is_active, (await userOf("bob")).is_active]).toEqual([true, true]);
    expect((await signIn("bob")).status).toBe(201);
  });

  it("of more than 1,000 people is read whole, whatever the size of a page, and only who left is disabled", async () => {
    for (const [pageSize, pages] of [
      [1_000, [1_000, 150]],
      [100_000, [1_150]],
    ] as const) {
      const wanted = settings({
        AUTH_LDAP_SEARCH_OU: sambaCrowd,
        AUTH_LDAP_SEARCH_PAGED_SIZE: pageSize,
      });
      const connection = await openDirectory(wanted);
      try {
        const sizes: number[] = [];
        const names = new Set<string>();
        for await (const page of everybody(connection, wanted)) {
          sizes.push(page.length);
          for (const { username } of page) names.add(username);
        }
        expect([sizes, names.size]).toEqual([pages, crowd]);
      } finally {
        connection.close();
      }
    }
    const saved = await product.administrator.call("PATCH", category, {
      AUTH_LDAP_SEARCH_OU: `${sambaStaff}|${sambaCrowd}`,
      AUTH_LDAP_SEARCH_PAGED_SIZE: 1_000,
    });
    expect(saved.status).toBe(200);
    expect(await run()).toMatchObject({ created: crowd, failed: 0, disabled: 0 });

    const last = `crowd${crowd}`;
    await directory.modifyDN(`CN=${last},${sambaCrowd}`, `CN=${last},OU=Gone,DC=corp,DC=test`);
    expect(await run()).toMatchObject({ created: 0, failed: 0, disabled: 1 });
    expect([(await userOf(last)).is_active, (await userOf("crowd1")).is_active]).toEqual([false, true]);
    const { rows } = await product.database.pool.query(
      "select count(*)::int as active from users where username like 'crowd%' and is_active",
    );
    expect(rows[0].active).toBe(crowd - 1);
  });

  const replace = (dn: string, type: string, value: string) =>
    directory.modify(
      dn,
      new Change({ operation: "replace", modification: new Attribute({ type, values: [value] }) }),
    );

  /** How many users each user group has. */
  async function groups(): Promise<Record<string, number>> {
    const { body } = await product.administrator.call("GET", `users/groups/?oid=${organization}&search=AD`);
    return Object.fromEntries(
      body.map((one: { name: string; users: unknown[] }) => [one.name, one.users.length]),
    );
  }

  /** Imports everybody, as the schedule does. */
  async function run(): Promise<Record<string, unknown>> {
    const { body } = await product.administrator.call("POST", "sallyport/ldap/sync/run/");
    return vi.waitFor(
      async () => {
        const { rows } = await product.database.pool.query(
          "select state, result from task_executions where id = $1",
          [body.task],
        );
        expect(rows[0]?.state).toBe("SUCCESS");
        return rows[0].result;
      },
      { timeout: 20_000, interval: 50 },
    );
  }
});
