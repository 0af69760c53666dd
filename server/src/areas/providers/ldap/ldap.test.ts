import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type LdapTestServer,
  personDn,
  slapdMissing,
  startLdapServer,
} from "../../../testing/ldap-server.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

const category = "settings/setting/?category=ldap";

describe.skipIf(slapdMissing())("people of a directory", () => {
  let ldap: LdapTestServer;
  let product: TestProduct;
  let directory: Client;

  beforeAll(async () => {
    ldap = await startLdapServer({
      people: [
        {
          uid: "alice",
          name: "Alice Ace",
          mail: "alice@corp.test",
          password: "Alice-secret-1",
          groups: ["ops"],
        },
        { uid: "bob", name: "Bob", password: "Bob-secret-1", state: "FALSE" },
        { uid: "carol", name: "Carol", mail: "carol@corp.test", password: "Carol-secret-1", groups: ["ops"] },
        { uid: "dave", name: "Dave", mail: "dave@corp.test", password: "Dave-secret-1" },
        { uid: "erin", name: "Erin", mail: "erin@corp.test", password: "Erin-secret-1" },
        { uid: "admin", name: "Not the admin", mail: "x@corp.test", password: "Other-secret-1" },
        { uid: "local", name: "Somebody else", mail: "l@corp.test", password: "Other-secret-1" },
      ],
      groups: { ops: ["staff"], staff: [] },
      configuration: `limits dn.exact="${personDn("erin")}" size.soft=3 size.hard=3 size.prtotal=3`,
    });
    product = await createTestProduct();
    await product.createUser({ username: "local" });
    const { administrator } = product;
    const saved = await administrator.call("PATCH", category, {
      ...ldap.settings,
      AUTH_LDAP: true,
      AUTH_LDAP_BIND_PASSWORD: ldap.bindPassword,
      AUTH_LDAP_CONNECT_TIMEOUT: 3,
    });
    expect([saved.status, saved.body.AUTH_LDAP_BIND_PASSWORD]).toEqual([200, undefined]);
    await administrator.call("PATCH", "settings/setting/?category=email", { EMAIL_SUFFIX: "mail.test" });
    await product.configure({ SECURITY_LOGIN_LIMIT_COUNT: 4 });
    await product.work();
    directory = new Client({ url: ldap.uri });
    await directory.bind(ldap.bindDn, ldap.bindPassword);
  });
  afterAll(async () => {
    await directory?.unbind();
    await product?.close();
    await ldap?.close();
  });
  beforeEach(async () => {
    await product.database.pool.query("delete from login_failures");
    await product.database.pool.query("delete from login_blocks");
  });

  const signIn = (username: string, password: string) =>
    product.anonymous.call("POST", "authentication/auth/", { username, password });
  const userOf = async (username: string) => {
    const { body } = await product.administrator.call("GET", `users/users/?username=${username}`);
    return body[0];
  };
  const lastLogin = async (username: string) => {
    const { rows } = await product.database.pool.query(
      "select backend, status, reason from login_logs where username = $1 order by datetime desc limit 1",
      [username],
    );
    return rows[0];
  };

  it("sign in by their password there, and become users by it", async () => {
    const answer = await signIn("alice", "Alice-secret-1");
    expect(answer.status).toBe(201);
    const user = await userOf("alice");
    expect(user).toMatchObject({ name: "Alice Ace", email: "alice@corp.test", source: { value: "ldap" } });
    expect(await lastLogin("alice")).toMatchObject({ backend: "LDAP", status: true });
    // A changed name follows at the next sign-in; another spelling is the same user.
    const change = new Change({
      operation: "replace",
      modification: new Attribute({ type: "cn", values: ["Alice B"] }),
    });
    await directory.modify(personDn("alice"), change);
    expect((await signIn("ALICE", "Alice-secret-1")).body.user.id).toBe(user.id);
    expect((await userOf("alice")).name).toBe("Alice B");
  });

  it("never come in with an empty password, a wrong one, or a filter for a name", async () => {
    for (const [name, password] of [
      ["alice", ""],
      ["alice", "wrong"],
      ["*", "Alice-secret-1"],
      ["alice)(uid=*", "Alice-secret-1"],
      ["nobody", "Alice-secret-1"],
    ] as const) {
      expect([name, password, (await signIn(name, password)).status]).toEqual([name, password, 400]);
    }
  });

  it("are nobody whose password is kept here, whatever the directory says", async () => {
    for (const name of ["admin", "local", "ADMIN", "Local"]) {
      const { status, body } = await signIn(name, "Other-secret-1");
      expect([name, status, body.error]).toEqual([
        name,
        400,
        expect.stringMatching(/^(password_failed|backend_not_match)$/),
      ]);
    }
    expect((await userOf("local")).source.value).toBe("local");
  });

  it("are told that the directory has disabled them, when they know the password", async () => {
    const { body } = await signIn("bob", "Bob-secret-1");
    expect(body.error).toBe("user_inactive");
    expect((await signIn("bob", "wrong")).body.error).toBe("password_failed");
    expect(await userOf("bob")).toBeUndefined();
  });

  it("are locked out as others are, over every spelling of their name", async () => {
    for (const name of ["carol", "Carol", "CAROL", "cArol"]) await signIn(name, "wrong");
    const { status } = await signIn("caRol", "Carol-secret-1");
    expect(status).toBe(400);
    expect((await signIn("carol", "Carol-secret-1")).body.error).toBe("block_login");
  });

  it("confirm who they are with that password too", async () => {
    const dave = await signIn("dave", "Dave-secret-1");
    const headers = { authorization: `Bearer ${dave.body.token}` };
    const confirm = (secret_key: string) =>
      product.anonymous.call(
        "POST",
        "authentication/confirm/",
        { confirm_type: "password", secret_key },
        headers,
      );
    await product.database.pool.query("update users set is_first_login = false where username = 'dave'");
    expect((await confirm("wrong")).status).toBe(400);
    expect((await confirm("Dave-secret-1")).status).toBe(200);
  });

  it("do not come in unknown where only known users may", async () => {
    await product.configure({ AUTH_LDAP_USER_LOGIN_ONLY_IN_USERS: true });
    expect((await signIn("erin", "Erin-secret-1")).body.error).toBe("user_not_exist");
    await product.configure({ AUTH_LDAP_USER_LOGIN_ONLY_IN_USERS: false });
    expect(await userOf("erin")).toBeUndefined();
  });

  it("are told within the time limit that the directory is away, and users of here come in as ever", async () => {
    await ldap.pause();
    await product.configure({ AUTH_LDAP_CONNECT_TIMEOUT: 1 });
    try {
      const local = await product.createUser({ username: "here" });
      const started = performance.now();
      expect((await signIn("here", local.password)).status).toBe(201);
      expect(performance.now() - started).toBeLessThan(900);
      for (const name of ["alice", "nobody", "here"]) {
        const before = performance.now();
        const { status, body } = await signIn(name, "Alice-secret-1");
        expect(performance.now() - before).toBeLessThan(3_000);
        expect([name, status, body.error, body.msg]).toEqual([
          name,
          400,
          "password_failed",
          expect.stringContaining("directory"),
        ]);
      }
    } finally {
      ldap.resume();
      await product.configure({ AUTH_LDAP_CONNECT_TIMEOUT: 3 });
    }
    expect((await signIn("alice", "Alice-secret-1")).status).toBe(201);
  });

  describe("and their administrators", () => {
    const test = (body: object, refresh = false) =>
      product.administrator.call("POST", `settings/ldap/testing/config/${refresh ? "?refresh=1" : ""}`, body);
    const outcome = async (body: object) => {
      expect((await test(body, true)).body).toMatchObject({ status: "running", key: expect.any(String) });
      return vi.waitFor(
        async () => {
          const answer = await test(body);
          expect(answer.body.status).not.toBe("running");
          return answer;
        },
        { timeout: 10_000, interval: 50 },
      );
    };

    it("test the settings before they are saved, and are told what the server said", async () => {
      const good = { ...ldap.settings, AUTH_LDAP: true };
      expect(await outcome(good)).toMatchObject({
        status: 200,
        body: "Connected. 7 users match the filter.",
      });
      expect((await outcome({ ...good, AUTH_LDAP: false })).body).toContain("still off");
      const password = { AUTH_LDAP_BIND_PASSWORD: ldap.bindPassword };
      const cases = [
        [{ AUTH_LDAP_SERVER_URI: "ldap://127.0.0.1:1", ...password }, "reach"],
        [{ AUTH_LDAP_SERVER_URI: ldap.secureUri, ...password }, "not trusted"],
        [{ AUTH_LDAP_BIND_PASSWORD: "wrong" }, "bind DN"],
        [{ AUTH_LDAP_SEARCH_OU: `${ldap.people}|ou=empty,dc=example,dc=com` }, "ou=empty"],
        [{ AUTH_LDAP_SEARCH_OU: "ou=nowhere,dc=example,dc=com" }, "search base"],
      ] as const;
      for (const [change, said] of cases) {
        const { status, body } = await outcome({ ...good, ...change });
        expect([status, body]).toEqual([400, expect.stringContaining(said)]);
        expect(body).not.toContain(ldap.bindPassword);
      }
      const secure = {
        ...good,
        AUTH_LDAP_SERVER_URI: ldap.secureUri,
        AUTH_LDAP_CA_CERTIFICATE: ldap.authority,
        ...password,
      };
      expect((await outcome(secure)).status).toBe(200);
    });

    it("do not send the stored password anywhere else", async () => {
      const elsewhere = { ...ldap.settings, AUTH_LDAP_SERVER_URI: "ldap://127.0.0.1:1" };
      expect(await test(elsewhere, true)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("again") },
      });
      const saved = await product.administrator.call("PATCH", category, {
        AUTH_LDAP_SERVER_URI: "ldap://127.0.0.1:1",
      });
      expect([saved.status, Object.keys(saved.body)]).toEqual([400, ["AUTH_LDAP_BIND_PASSWORD"]]);
    });

    it("are told which field is wrong", async () => {
      for (const [change, field] of [
        [{ AUTH_LDAP_USER_ATTR_MAP: { username: "uid" } }, "AUTH_LDAP_USER_ATTR_MAP"],
        [
          { AUTH_LDAP_USER_ATTR_MAP: { username: "uid)(", name: "cn", email: "mail" } },
          "AUTH_LDAP_USER_ATTR_MAP",
        ],
        [{ AUTH_LDAP_SERVER_URI: "http://a" }, "AUTH_LDAP_SERVER_URI"],
        [{ AUTH_LDAP_SERVER_URI: "ldap://u:p@a" }, "AUTH_LDAP_SERVER_URI"],
        [{ AUTH_LDAP_SEARCH_FILTER: "(uid=x)" }, "AUTH_LDAP_SEARCH_FILTER"],
        [{ AUTH_LDAP_SYNC_CRONTAB: "never" }, "AUTH_LDAP_SYNC_CRONTAB"],
      ] as const) {
        const { status, body } = await product.administrator.call("PATCH", category, change);
        expect([field, status, Object.keys(body)]).toEqual([field, 400, [field]]);
      }
    });

    it("try a sign-in without one happening", async () => {
      const tried = (username: string, password: string) =>
        product.administrator.call("POST", "settings/ldap/testing/login/", { username, password });
      expect(await tried("erin", "Erin-secret-1")).toMatchObject({
        status: 200,
        body: expect.stringContaining("uid=erin"),
      });
      expect(await tried("erin", "wrong")).toMatchObject({
        status: 400,
        body: expect.stringContaining("rejected the password"),
      });
      expect(await tried("nobody", "x")).toMatchObject({
        status: 400,
        body: expect.stringContaining("nobody"),
      });
      expect((await tried("bob", "Bob-secret-1")).body).toContain("disabled");
      expect(await userOf("erin")).toBeUndefined();
    });
  });

  describe("are imported", () => {
    const list = (query = "") => product.administrator.call("GET", `settings/ldap/users/?${query}`);
    const ready = (query = "") =>
      vi.waitFor(
        async () => {
          const answer = await list(query);
          expect(answer.status).toBe(200);
          return answer;
        },
        { timeout: 10_000, interval: 50 },
      );
    const importing = (body: object) =>
      product.administrator.call("POST", "settings/ldap/users/import/", body);
    const defaultOrganization = "00000000-0000-0000-0000-000000000002";
    let other: string;

    beforeAll(async () => {
      const made = await product.administrator.call("POST", "orgs/orgs/", { name: "Other" });
      other = made.body.id;
    });

    it("from a list that is read in the background, searched, ordered and paged", async () => {
      await product.administrator.call("GET", "settings/ldap/cache/refresh/");
      expect(await list()).toMatchObject({ status: 409, body: { msg: expect.any(String) } });
      const all = await ready();
      expect(all.body).toHaveLength(7);
      expect(all.body.find(({ id }: { id: string }) => id === "alice")).toEqual({
        id: "alice",
        username: "alice",
        name: "Alice B",
        email: "alice@corp.test",
        groups: ["ops"],
        existing: true,
      });
      expect(all.body[0].existing).toBe(false);
      const found = await list("search=CORP%20ar&order=-username&limit=2");
      expect(found.body).toMatchObject({ count: 1, results: [{ id: "carol" }] });
      expect(
        (await list("limit=2&offset=2&order=username")).body.results.map(({ id }: { id: string }) => id),
      ).toEqual(["bob", "carol"]);
    });

    it("into organizations and groups, as the directory has them", async () => {
      await ready();
      const group = await product.administrator.call("POST", `users/groups/?oid=${other}`, {
        name: "Newcomers",
      });
      expect(group.status).toBe(201);
      const body = {
        username_list: ["erin", "carol"],
        org_ids: [defaultOrganization, other],
        group_ids: [group.body.id],
      };
      const { status, body: said } = await importing(body);
      expect([status, said.msg]).toEqual([200, "2 users imported into Default, Other."]);
      const erin = await product.administrator.call("GET", `users/users/?username=erin&oid=${other}`);
      expect(erin.body[0]).toMatchObject({ source: { value: "ldap" }, email: "erin@corp.test" });
      const groups = await product.administrator.call("GET", `users/groups/?oid=${other}`);
      const named = Object.fromEntries(
        groups.body.map((one: { name: string; users: { username?: string; name: string }[] }) => [
          one.name,
          one.users.length,
        ]),
      );
      expect(named).toEqual({ Newcomers: 2, "AD ops": 1 });
      // Once more nothing changes, and a user of here is not taken over.
      expect((await importing(body)).status).toBe(200);
      const refused = await importing({ username_list: ["local"], org_ids: [other] });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ local: expect.any(String) }] } });
      expect((await userOf("local")).source.value).toBe("local");
      expect((await importing({ username_list: ["ghost"], org_ids: [other] })).status).toBe(400);
      expect((await importing({ username_list: ["erin"], org_ids: [crypto.randomUUID()] })).status).toBe(400);
    });

    it("by the schedule: who left is disabled and comes back, groups are followed, and a wrong filter disables nobody", async () => {
      const saved = await product.administrator.call("PATCH", category, {
        AUTH_LDAP_SYNC_IS_PERIODIC: true,
        AUTH_LDAP_SYNC_CRONTAB: "30 3 * * *",
        AUTH_LDAP_SYNC_ORG_IDS: [other],
        AUTH_LDAP_NESTED_GROUPS: true,
        AUTH_LDAP_STRICT_SYNC: true,
        AUTH_LDAP_SYNC_DISABLE_LEFT: true,
      });
      expect(saved.status).toBe(200);
      const { body: state } = await product.administrator.call("GET", "sallyport/ldap/sync/");
      expect(state.next_runs).toHaveLength(3);
      expect(state.next_runs[0]).toContain("03:30");
      const refusal = await product.administrator.call("DELETE", `orgs/orgs/${other}/`);
      expect([refusal.status, refusal.text]).toEqual([
        403,
        expect.stringContaining("scheduled directory imports"),
      ]);

      expect((await run()).result).toMatchObject({ created: 0, failed: 2, disabled: 0 });
      const groupsOf = async () => {
        const { body } = await product.administrator.call("GET", `users/groups/?oid=${other}`);
        return Object.fromEntries(
          body.map((one: { name: string; users: unknown[] }) => [one.name, one.users.length]),
        );
      };
      expect(await groupsOf()).toMatchObject({ "AD ops": 2, "AD staff": 2 });
      // The same again changes nothing.
      expect((await run()).result).toMatchObject({ created: 0, changed: 0, unchanged: 4 });

      const away = "uid=dave,ou=empty,dc=example,dc=com";
      await directory.modifyDN(personDn("dave"), away);
      const change = new Change({
        operation: "delete",
        modification: new Attribute({ type: "seeAlso", values: [] }),
      });
      await directory.modify(personDn("carol"), change);
      expect((await run()).result).toMatchObject({ disabled: 1, changed: 1 });
      expect((await userOf("dave")).is_active).toBe(false);
      expect(await groupsOf()).toMatchObject({ "AD ops": 1, "AD staff": 1 });

      await product.configure({ AUTH_LDAP_SEARCH_FILTER: "(&(uid=%(user)s)(uid=alice))" });
      expect((await run()).result).toMatchObject({ disabled: 0, unchanged: 1 });
      await product.configure({ AUTH_LDAP_SEARCH_FILTER: "(uid=%(user)s)" });
      expect((await userOf("erin")).is_active).toBe(true);

      // A list that the server has cut says of nobody that they have left.
      const reader = (dn: string, password: string) =>
        product.administrator.call("PATCH", category, {
          AUTH_LDAP_BIND_DN: dn,
          AUTH_LDAP_BIND_PASSWORD: password,
        });
      await reader(personDn("erin"), "Erin-secret-1");
      await product.configure({ AUTH_LDAP_SEARCH_PAGED_SIZE: 2 });
      expect(await run("FAILURE")).toMatchObject({ reason: "ldap_limit", result: null });
      const shown = await product.administrator.call("GET", "settings/ldap/users/");
      expect([shown.status, shown.text]).toEqual([400, expect.stringContaining("limit of its own")]);
      for (const name of ["alice", "carol", "erin"]) expect((await userOf(name)).is_active).toBe(true);
      await reader(ldap.bindDn, ldap.bindPassword);
      await product.configure({ AUTH_LDAP_SEARCH_PAGED_SIZE: 1_000 });

      await directory.modifyDN(away, personDn("dave"));
      expect((await run()).result).toMatchObject({ failed: 2 });
      expect((await userOf("dave")).is_active).toBe(true);
      for (const state of ["FALSE", "TRUE"]) {
        const said = new Attribute({ type: "employeeType", values: [state] });
        await directory.modify(personDn("erin"), new Change({ operation: "replace", modification: said }));
        await run();
        expect((await userOf("erin")).is_active).toBe(state === "TRUE");
      }
      // Somebody else who has the name now is not who had it before.
      await directory.del(personDn("dave"));
      await directory.add(personDn("dave"), {
        objectClass: ["inetOrgPerson"],
        sn: "D",
        cn: "D",
        mail: "d@corp.test",
      });
      expect((await run()).result).toMatchObject({ failed: 3 });
      await product.administrator.call("PATCH", category, { AUTH_LDAP_SYNC_IS_PERIODIC: false });
      expect((await product.administrator.call("GET", "sallyport/ldap/sync/")).body.next_runs).toEqual([]);
    });

    async function run(state = "SUCCESS"): Promise<{ result: Record<string, unknown> }> {
      const { body } = await product.administrator.call("POST", "sallyport/ldap/sync/run/");
      return vi.waitFor(
        async () => {
          const { rows } = await product.database.pool.query(
            "select state, reason, result from task_executions where id = $1",
            [body.task],
          );
          expect(rows[0]?.state).toBe(state);
          return rows[0];
        },
        { timeout: 20_000, interval: 50 },
      );
    }
  });
});
