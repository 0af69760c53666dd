import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Attribute, Change, Client } from "ldapts";
import { freePort } from "../engine/testing/free-port.ts";
import { testCertificate } from "./certificate.ts";
import { reachable } from "./reachable.ts";

/** Somebody in the directory. */
export interface LdapTestPerson {
  readonly uid: string;
  readonly name?: string;
  readonly mail?: string;
  readonly password?: string;
  /** Names of groups below `ou=groups`. */
  readonly groups?: readonly string[];
  /** Value of `employeeType`, which tests map to whether somebody is active. */
  readonly state?: string;
}

/** A real slapd on ports of its own, over a folder that goes with it. */
export interface LdapTestServer {
  readonly uri: string;
  readonly secureUri: string;
  /** The certificate that signed the server's: itself. */
  readonly authority: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly people: string;
  /** The settings of the product for this server. */
  readonly settings: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** Changes the `employeeType` of somebody. */
  setState(uid: string, state: string): Promise<void>;
  /** Gives people other names (`cn`), by their `uid`. */
  rename(names: Readonly<Record<string, string>>): Promise<void>;
  /** Stops answering and keeps its connections, as a server that hangs does; done when it has stopped. */
  pause(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
}

/** What is in the directory beside people. */
export interface LdapTestOptions {
  readonly people: readonly LdapTestPerson[];
  /** Groups by name, with the groups that hold them. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** More of the configuration of the database. */
  readonly configuration?: string;
}

const suffix = "dc=example,dc=com";
const bindDn = `cn=reader,${suffix}`;
const bindPassword = "Reader-of-all-5";

/** Whether there is a slapd on this machine. */
export const slapdMissing = (): boolean => spawnSync("/usr/sbin/slapd", ["-VV"]).status !== 0;

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** The name of an entry of a person. */
export const personDn = (uid: string): string => `uid=${uid},ou=people,${suffix}`;

const groupDn = (name: string): string => `cn=${name},ou=groups,${suffix}`;

function* ldif({ people, groups = {} }: LdapTestOptions): Generator<string> {
  yield `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example\n`;
  for (const ou of ["people", "groups", "empty"]) {
    yield `dn: ou=${ou},${suffix}\nobjectClass: organizationalUnit\nou: ${ou}\n`;
  }
  // Answered with the address of another server.
  yield `dn: ou=elsewhere,${suffix}\nobjectClass: referral\nobjectClass: extensibleObject\nou: elsewhere\nref: ldap://127.0.0.1:1/${suffix}\n`;
  for (const { uid, name = uid, mail, password, groups: theirs = [], state } of people) {
    yield [
      `dn: ${personDn(uid)}`,
      "objectClass: inetOrgPerson",
      `uid: ${uid}`,
      `cn:: ${base64(name)}`,
      `sn:: ${base64(name)}`,
      ...(mail === undefined ? [] : [`mail: ${mail}`]),
      ...(password === undefined ? [] : [`userPassword:: ${base64(password)}`]),
      ...(state === undefined ? [] : [`employeeType: ${state}`]),
      ...theirs.map((group) => `seeAlso: ${groupDn(group)}`),
      "",
    ].join("\n");
  }
  for (const [name] of Object.entries(groups)) {
    const members = people
      .filter(({ groups: theirs = [] }) => theirs.includes(name))
      .map(({ uid }) => personDn(uid));
    const inner = Object.entries(groups)
      .filter(([, holders]) => holders.includes(name))
      .map(([one]) => groupDn(one));
    yield [
      `dn: ${groupDn(name)}`,
      "objectClass: groupOfNames",
      `cn: ${name}`,
      ...[...members, ...inner, `cn=nobody,${suffix}`].map((member) => `member: ${member}`),
      "",
    ].join("\n");
  }
}

/**
 * Starts a directory with these people: `uid`, `cn` and `mail` are what the settings map, and `seeAlso` names their groups,
 * as `memberOf` does where a server keeps it.
 */
export async function startLdapServer(options: LdapTestOptions): Promise<LdapTestServer> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-slapd-"));
  const file = (name: string): string => join(folder, name);
  mkdirSync(file("data"));
  writeFileSync(file("cert.pem"), testCertificate.cert);
  writeFileSync(file("key.pem"), testCertificate.key, { mode: 0o600 });
  writeFileSync(
    file("slapd.conf"),
    `${["core", "cosine", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`).join("\n")}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${file("pid")}
TLSCertificateFile ${file("cert.pem")}
TLSCertificateKeyFile ${file("key.pem")}
allow bind_anon_cred bind_anon_dn
database mdb
maxsize 1073741824
suffix "${suffix}"
rootdn "${bindDn}"
rootpw ${bindPassword}
directory ${file("data")}
dbnosync
index objectClass,uid,mail,member eq
sizelimit 500
limits dn.exact="${bindDn}" size.soft=500 size.hard=500 size.prtotal=unlimited
access to attrs=userPassword by anonymous auth by * none
access to * by * read
${options.configuration ?? ""}
`,
  );
  writeFileSync(file("data.ldif"), `${[...ldif(options)].join("\n")}`);
  const added = spawnSync("/usr/sbin/slapadd", ["-q", "-f", file("slapd.conf"), "-l", file("data.ldif")]);
  if (added.status !== 0) throw new Error(`slapadd: ${added.stderr}`);
  const [port, securePort] = [await freePort(), await freePort()];
  const listens = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${securePort}/ ldaps://127.0.0.3:${securePort}/`;
  const child = spawn("/usr/sbin/slapd", ["-f", file("slapd.conf"), "-h", listens, "-d", "0"], {
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await reachable("127.0.0.1", port, child);
  return {
    uri: `ldap://127.0.0.1:${port}`,
    secureUri: `ldaps://127.0.0.1:${securePort}`,
    authority: testCertificate.cert,
    bindDn,
    bindPassword,
    people: `ou=people,${suffix}`,
    settings: {
      AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${port}`,
      AUTH_LDAP_BIND_DN: bindDn,
      AUTH_LDAP_SEARCH_OU: `ou=people,${suffix}`,
      AUTH_LDAP_SEARCH_FILTER: "(uid=%(user)s)",
      AUTH_LDAP_USER_ATTR_MAP: {
        username: "uid",
        name: "cn",
        email: "mail",
        groups: "seeAlso",
        is_active: "employeeType",
      },
    },
    setState: (uid, state) => replaceValues(port, "employeeType", { [uid]: state }),
    rename: (names) => replaceValues(port, "cn", names),
    async pause() {
      child.kill("SIGSTOP");
      // The signal is sent, not yet heard: a thread that is running may still answer.
      while (!hasStopped(child.pid)) await new Promise((resolve) => setImmediate(resolve));
    },
    resume: () => void child.kill("SIGCONT"),
    async close() {
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether every thread of a process is stopped. */
function hasStopped(pid: number | undefined): boolean {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).every((task) =>
    readFileSync(join(tasks, task, "stat"), "utf8")
      .replace(/^.*\) /s, "")
      .startsWith("T"),
  );
}

/** Replaces an attribute of people by their `uid`. */
async function replaceValues(
  port: number,
  type: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const client = new Client({ url: `ldap://127.0.0.1:${port}` });
  await client.bind(bindDn, bindPassword);
  for (const [uid, value] of Object.entries(values)) {
    const modification = new Attribute({ type, values: [value] });
    await client.modify(personDn(uid), new Change({ operation: "replace", modification }));
  }
  await client.unbind();
}
