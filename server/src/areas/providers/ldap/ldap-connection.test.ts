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
import { commonName } from "./ldap-person.ts";
import { type LdapSettings, toLdapSettings } from "./ldap-settings.ts";

describe.skipIf(slapdMissing())("a connection to a directory", () => {
  let ldap: LdapTestServer;

  beforeAll(async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({ uid: `many${index}` }));
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
        ...many,
      ],
      groups: { ops: ["all"], all: ["world"], world: ["ops"] },
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

  it("reads everybody a page at a time, beyond what the server answers at once", async () => {
    const connection = await openDirectory(settings());
    try {
      const sizes: number[] = [];
      for await (const page of everybody(connection, settings())) sizes.push(page.length);
      expect(sizes).toEqual([300, 300, 300, 300, 2]);
    } finally {
      connection.close();
    }
  });

  it("finds the groups that hold a group, however deep, also in a circle", async () => {
    const connection = await openDirectory(settings());
    try {
      const walk = createGroupWalk(connection);
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
