import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { reachable } from "./reachable.ts";

/** A person of the domain: `sAMAccountName` and the first part of the entry's name are the same. */
export interface SambaTestPerson {
  readonly username: string;
  readonly name: string;
  readonly password: string;
  /** Default: the password is good for ever. `old` is one that expired, `mustChange` one that is good for one sign-in. */
  readonly state?: "old" | "mustChange" | "disabled" | "ended";
}

/** A real domain controller of Samba, on an address of its own, over a folder that goes with it. */
export interface SambaTestServer {
  /** Without encryption, as far as Samba allows that. */
  readonly uri: string;
  readonly secureUri: string;
  /** The certificate that signed the server's: itself. It names the address. */
  readonly authority: string;
  /** Who may write in the directory. */
  readonly administrator: { readonly name: string; readonly password: string };
  /** The settings of the product for this server, signed in as the first person. */
  readonly settings: Readonly<Record<string, string | boolean | Readonly<Record<string, string>>>>;
  close(): Promise<void>;
}

/** What is in the domain beside what Samba puts there. */
export interface SambaTestOptions {
  readonly people: readonly SambaTestPerson[];
  /** Names of the members of groups by the group's name: people, or groups that were named before. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** So many more people without a password, `crowd1` and so on, below `sambaCrowd`. Default 0. */
  readonly crowd?: number;
}

const program = "/usr/sbin/samba";
const domain = "DC=corp,DC=test";
const administrator = { name: "Administrator@corp.test", password: "Admin-of-a-test-3" };

/** Below which name people are. */
export const sambaStaff = `OU=Staff,${domain}`;

/** Below which name the crowd is. */
export const sambaCrowd = `OU=Crowd,${domain}`;

/** The name of a person's entry. */
export const sambaPersonDn = (username: string): string => `CN=${username},${sambaStaff}`;

/** Whether there is no domain controller of Samba on this machine; it takes ports that only root can take. */
export const sambaMissing = (): boolean =>
  process.getuid?.() !== 0 ||
  [program, "/usr/share/samba/setup", "/usr/share/doc/samba-dsdb-modules"].some((path) => !existsSync(path));

/** What `userAccountControl` has: an ordinary account, disabled, without a password, with one that does not expire. */
const control = { ordinary: 0x200, disabled: 0x2, hasNone: 0x20, keepsPassword: 0x1_0000 };

/** A day of the year 2019, as the directory counts time: in 100 ns since 1601. */
const longAgo = "132000000000000000";

function* ldif({ people, groups, crowd = 0 }: SambaTestOptions): Generator<string> {
  for (const ou of ["Staff", "Groups", "Gone", "Crowd"]) {
    yield `dn: OU=${ou},${domain}\nobjectClass: organizationalUnit\n`;
  }
  for (const { username, name, password, state } of people) {
    const canExpire = state === "old" || state === "mustChange";
    const flags =
      control.ordinary +
      (canExpire ? 0 : control.keepsPassword) +
      (state === "disabled" ? control.disabled : 0);
    yield [
      `dn: ${sambaPersonDn(username)}`,
      "objectClass: user",
      `sAMAccountName: ${username}`,
      `userPrincipalName: ${username}@corp.test`,
      `displayName:: ${Buffer.from(name).toString("base64")}`,
      `mail: ${username}@corp.test`,
      `userAccountControl: ${flags}`,
      `unicodePwd:: ${Buffer.from(`"${password}"`, "utf16le").toString("base64")}`,
      ...(state === "mustChange" ? ["pwdLastSet: 0"] : []),
      ...(state === "ended" ? [`accountExpires: ${longAgo}`] : []),
      "",
    ].join("\n");
  }
  const many = Array.from({ length: crowd }, (_, index) => `crowd${index + 1}`);
  for (const name of many) {
    yield [
      `dn: CN=${name},${sambaCrowd}`,
      "objectClass: user",
      `sAMAccountName: ${name}`,
      `displayName: ${name} of many`,
      `mail: ${name}@corp.test`,
      // What makes a password is expensive, and nobody signs in as these.
      `userAccountControl: ${control.ordinary + control.hasNone}`,
      "",
    ].join("\n");
  }
  for (const [name, members] of Object.entries(groups)) {
    yield [
      `dn: CN=${name},OU=Groups,${domain}`,
      "objectClass: group",
      `sAMAccountName: ${name}`,
      ...members.map((member) =>
        member in groups ? `member: CN=${member},OU=Groups,${domain}` : `member: ${sambaPersonDn(member)}`,
      ),
      "",
    ].join("\n");
  }
}

/** Puts them in while the server does not run; that a password is old is nothing it would take from outside. */
const filling = `
import sys
from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB
from samba.dsdb import DSDB_CONTROL_BYPASS_PASSWORD_HASH_OID as bypass
configuration, database, entries, changes = sys.argv[1:]
parameters = LoadParm()
parameters.load(configuration)
directory = SamDB(url=database, session_info=system_session(), lp=parameters)
directory.add_ldif(open(entries).read())
directory.modify_ldif(open(changes).read(), controls=["local_oid:%s:1" % bypass])
`;

/** Who is signed out after three wrong passwords, as is usual, and whose password is old. */
function changes({ people }: SambaTestOptions): string {
  const old = people.filter(({ state }) => state === "old");
  return [
    `dn: ${domain}\nchangetype: modify\nreplace: lockoutThreshold\nlockoutThreshold: 3\n`,
    ...old.map(
      ({ username }) =>
        `dn: ${sambaPersonDn(username)}\nchangetype: modify\nreplace: pwdLastSet\npwdLastSet: ${longAgo}\n`,
    ),
  ].join("\n");
}

const configuration = (folder: string, address: string): string => `[global]
realm = CORP.TEST
workgroup = CORP
netbios name = DC1
server role = active directory domain controller
server services = ldap
interfaces = ${address}/8
bind interfaces only = yes
private dir = ${folder}/private
state directory = ${folder}/state
cache directory = ${folder}/cache
lock directory = ${folder}
pid directory = ${folder}
ncalrpc dir = ${folder}/ncalrpc
log file = ${folder}/log
tls certfile = ${folder}/cert.pem
tls keyfile = ${folder}/key.pem
tls cafile = ${folder}/cert.pem
`;

const runToEnd = promisify(execFile);

/**
 * Makes a domain `corp.test` with these people and groups and starts its controller, LDAP alone. It takes about ten
 * seconds, so a file starts one for all its tests.
 */
export async function startSamba(options: SambaTestOptions): Promise<SambaTestServer> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-samba-"));
  const file = (name: string): string => join(folder, name);
  // The ports are 389 and 636 whatever is configured, so the address is what is its own.
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  writeFileSync(file("entries.ldif"), [...ldif(options)].join("\n"));
  writeFileSync(file("changes.ldif"), changes(options));
  await runToEnd("openssl", [
    ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2".split(" "),
    ...["-subj", "/CN=dc1.corp.test", "-addext", `subjectAltName=IP:${address}`],
    ...["-keyout", file("key.pem"), "-out", file("cert.pem")],
  ]);
  await runToEnd("samba-tool", [
    ..."domain provision --quiet --server-role=dc --realm=CORP.TEST --domain=CORP --dns-backend=NONE".split(
      " ",
    ),
    ...["--host-name=dc1", `--host-ip=${address}`, `--adminpass=${administrator.password}`],
    `--targetdir=${folder}`,
  ]);
  writeFileSync(file("smb.conf"), configuration(folder, address));
  const database = file("private/sam.ldb");
  await runToEnd("/usr/bin/python3", [
    "-c",
    filling,
    file("smb.conf"),
    database,
    file("entries.ldif"),
    file("changes.ldif"),
  ]);
  // It ends by itself when its input does, which is when this process ends, however.
  const child = spawn(program, ["-i", "-M", "single", "--no-process-group", "-s", file("smb.conf")], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(child, "exit");
  await reachable(address, 636, child);
  const [reader] = options.people;
  return {
    uri: `ldap://${address}`,
    secureUri: `ldaps://${address}`,
    authority: readFileSync(file("cert.pem"), "utf8"),
    administrator,
    settings: {
      AUTH_LDAP_SERVER_URI: `ldaps://${address}`,
      AUTH_LDAP_CA_CERTIFICATE: readFileSync(file("cert.pem"), "utf8"),
      AUTH_LDAP_BIND_DN: `${reader?.username}@corp.test`,
      AUTH_LDAP_BIND_PASSWORD: reader?.password ?? "",
      AUTH_LDAP_SEARCH_OU: sambaStaff,
      AUTH_LDAP_SEARCH_FILTER: "(&(objectCategory=person)(objectClass=user)(sAMAccountName=%(user)s))",
      AUTH_LDAP_USER_ATTR_MAP: {
        username: "sAMAccountName",
        name: "displayName",
        email: "mail",
        is_active: "userAccountControl",
        groups: "memberOf",
      },
      AUTH_LDAP_NESTED_GROUPS: true,
    },
    async close() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
