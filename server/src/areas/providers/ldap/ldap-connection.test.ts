import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renewedCertificate } from "../../../testing/certificate.ts";
import {
  type LdapTestServer,
  personDn,
  slapdMissing,
  startLdapServer,
} from "../../../testing/ldap-server.ts";
import { type LdapServer, openLdap } from "./ldap-connection.ts";
import { createGroupWalk, everybody, findByName, openDirectory } from "./ldap-directory.ts";
import type { LdapFailure } from "./ldap-failure.ts";
import { commonName, type LdapPerson } from "./ldap-person.ts";
import { type LdapSettings, toLdapSettings } from "./ldap-settings.ts";

describe.skipIf(slapdMissing())("a connection to a directory", () => {
  let ldap: LdapTestServer;
  const password = "Reader-secret-1";
  /** Who reads under which limits: the reader of the other tests has none, as the directory's own administrator. */
  const limited = {
    pages: "size.soft=100 size.hard=100 size.pr=100 size.prtotal=unlimited",
    total: "size.soft=100 size.hard=100 size.prtotal=700",
    once: "size.soft=100 size.hard=100",
    never: "size.soft=100 size.hard=100 size.prtotal=disabled",
  } as const;

  beforeAll(async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      uid: `many${index}`,
      groups: index === 1_100 ? ["group0"] : [],
    }));
    const crowd = Array.from({ length: 300 }, (_, index) => [`group${index + 1}`, ["last"]] as const);
    ldap = await startLdapServer({
      people: [
        {
          uid: "alice",
          name: "Alice Ace",
          mail: "alice@example.com",
          password: "Alice-secret-1",
          groups: ["ops"],
        },
        { uid: "star", name: "*)(uid=*", password: "Star-secret-1" },
        ...Object.keys(limited).map((uid) => ({ uid, password })),
        ...many,
      ],
      groups: {
        ...{ ops: ["all"], all: ["world"], world: ["ops"] },
        // More groups hold the first one than the server answers at once.
        ...{ group0: crowd.map(([name]) => name), last: [], ...Object.fromEntries(crowd) },
      },
      configuration: Object.entries(limited)
        .map(([uid, limits]) => `limits dn.exact="${personDn(uid)}" ${limits}`)
        .join("\n"),
    });
  });
  afterAll(() => ldap?.close());

  const server = (more: Partial<LdapServer> = {}): LdapServer => ({
    uri: ldap.uri,
    startTls: false,
    authorities: "",
    timeout: 5_000,
    ...more,
  });
  const settings = (more: Partial<LdapSettings> = {}): LdapSettings => ({
    ...toLdapSettings({ ...ldap.settings, AUTH_LDAP_CONNECT_TIMEOUT: 5, AUTH_LDAP_SEARCH_PAGED_SIZE: 300 }),
    bindPassword: ldap.bindPassword,
    ...more,
  });
  const problemOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "none",
      ({ problem }: LdapFailure) => problem,
    );
  const signIn = async (dn: string, password: string, to = server()): Promise<string> => {
    const connection = await openLdap(to);
    try {
      return await problemOf(connection.bind(dn, password));
    } finally {
      connection.close();
    }
  };

  it("proves a name and its password, plain, by StartTLS and by LDAPS", async () => {
    const authorities = ldap.authority;
    const alice = personDn("alice");
    expect(await signIn(alice, "Alice-secret-1")).toBe("none");
    expect(await signIn(alice, "Alice-secret-1", server({ startTls: true, authorities }))).toBe("none");
    expect(await signIn(alice, "Alice-secret-1", server({ uri: ldap.secureUri, authorities }))).toBe("none");
    expect(await signIn(alice, "wrong")).toBe("credentials");
    expect(await signIn(personDn("nobody"), "Alice-secret-1")).toBe("credentials");
  });

  it("takes an empty password for nobody, though the server says yes to it", async () => {
    expect(await signIn(personDn("alice"), "")).toBe("credentials");
    expect(await signIn("EXTERNAL", "x")).toBe("credentials");
  });

  it("sends nothing to a server whose certificate it cannot check", async () => {
    const elsewhere = { authorities: renewedCertificate.cert };
    for (const more of [{ startTls: true }, { startTls: true, ...elsewhere }, { uri: ldap.secureUri }]) {
      expect(await problemOf(openAndBind(server(more)))).toBe("certificate");
    }
    // The same server under an address that its certificate does not name.
    const named = ldap.secureUri.replace("127.0.0.1", "127.0.0.3");
    expect(await problemOf(openAndBind(server({ uri: named, authorities: ldap.authority })))).toBe(
      "certificate",
    );
  });

  async function openAndBind(to: LdapServer): Promise<void> {
    const connection = await openLdap(to);
    try {
      await connection.bind(ldap.bindDn, ldap.bindPassword);
    } finally {
      connection.close();
    }
  }

  it("finds the one entry of a name, and takes what is in a name for text", async () => {
    const connection = await openDirectory(settings());
    try {
      expect(await findByName(connection, settings(), "ALICE")).toMatchObject({
        username: "alice",
        name: "Alice Ace",
        email: "alice@example.com",
        subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      for (const name of ["*", "alice)(cn=*", "a*", "alice\0", "\\2a", ")(|(uid=*", "many*"]) {
        expect([name, await findByName(connection, settings(), name)]).toEqual([name, null]);
      }
      // More than one has it: nobody knows which is meant.
      const wide = settings({ filter: "(|(uid=%(user)s)(uid=star))" });
      expect(await findByName(connection, wide, "alice")).toBeNull();
      expect(await problemOf(findByName(connection, settings({ filter: "((" }), "alice"))).toBe("filter");
      expect(
        await problemOf(findByName(connection, settings({ bases: ["ou=nowhere,dc=example,dc=com"] }), "a")),
      ).toBe("missing");
      const elsewhere = settings({ bases: ["ou=elsewhere,dc=example,dc=com"] });
      expect(await problemOf(findByName(connection, elsewhere, "alice"))).toBe("referral");
    } finally {
      connection.close();
    }
  });

  /** Reads everybody as one of those with limits. */
  async function readAs(uid: keyof typeof limited, more: Partial<LdapSettings> = {}) {
    const by = settings({ bindDn: personDn(uid), bindPassword: password, pageSize: 90, ...more });
    const connection = await openDirectory(by);
    try {
      const people: LdapPerson[] = [];
      for await (const page of everybody(connection, by)) people.push(...page);
      return people;
    } finally {
      connection.close();
    }
  }

  it("reads everybody a page at a time, beyond what the server answers at once, and their groups", async () => {
    const people = await readAs("pages", { nestedGroups: true });
    expect(new Set(people.map(({ username }) => username)).size).toBe(1_202 + Object.keys(limited).length);
    const groups = people.find(({ username }) => username === "many1100")?.groups ?? [];
    expect(groups.map(commonName)).toEqual(expect.arrayContaining(["group0", "group1", "group300", "last"]));
    expect(groups).toHaveLength(302);
  });

  it("says so where a server cuts the list, at once or on the way, or gives no pages", async () => {
    for (const [uid, pageSize] of [
      ["pages", 300],
      ["total", 90],
      ["once", 90],
      ["once", 300],
      ["never", 90],
    ] as const) {
      expect([uid, pageSize, await problemOf(readAs(uid, { pageSize }))]).toEqual([uid, pageSize, "limit"]);
    }
  });

  it("finds one name under any limit", async () => {
    const by = settings({ bindDn: personDn("never"), bindPassword: password });
    const connection = await openDirectory(by);
    try {
      expect(await findByName(connection, by, "many1199")).toMatchObject({ username: "many1199" });
      // So many have it that the server cuts what it answers.
      const wide = { ...by, filter: "(|(uid=%(user)s)(uid=many*))" };
      expect(await findByName(connection, wide, "alice")).toBeNull();
    } finally {
      connection.close();
    }
  });

  it("finds the groups that hold a group, however deep, also in a circle", async () => {
    const connection = await openDirectory(settings());
    try {
      const walk = createGroupWalk(connection, 300);
      const groups = await walk(["cn=ops,ou=groups,dc=example,dc=com"]);
      expect(groups.map(commonName).sort()).toEqual(["all", "ops", "world"]);
      const nested = await findByName(connection, settings({ nestedGroups: true }), "alice");
      expect(nested?.groups.map(commonName).sort()).toEqual(["all", "ops", "world"]);
    } finally {
      connection.close();
    }
  });

  it("gives up on a server that says nothing, within the time limit", async () => {
    await ldap.pause();
    try {
      const started = Date.now();
      expect(await problemOf(openDirectory(settings({ server: server({ timeout: 300 }) }), 300))).toBe(
        "timeout",
      );
      const secure = server({ uri: ldap.secureUri, authorities: ldap.authority, timeout: 300 });
      expect(await problemOf(openDirectory(settings({ server: secure }), 300))).toBe("timeout");
      const upgraded = server({ startTls: true, authorities: ldap.authority, timeout: 300 });
      expect(await problemOf(openDirectory(settings({ server: upgraded }), 300))).toBe("timeout");
      expect(Date.now() - started).toBeLessThan(3_000);
    } finally {
      ldap.resume();
    }
    expect(
      await problemOf(openLdap(server({ uri: "ldap://127.0.0.1:1" })).then((one) => one.bind("cn=a", "b"))),
    ).toBe("unreachable");
  });
});

describe("the name of a group", () => {
  it("is the first part of its entry's name", () => {
    expect(commonName("CN=Ops,OU=Groups,DC=example,DC=com")).toBe("Ops");
    expect(commonName("cn=Ops\\, EU\\2b,ou=g")).toBe("Ops, EU+");
    expect(commonName("cn=J\\c3\\bcrgen,ou=g")).toBe("Jürgen");
    expect(commonName("cn=a\\+b+uid=c,ou=g")).toBe("a+b");
    expect(commonName("none")).toBe("none");
  });
});
