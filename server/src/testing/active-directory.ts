import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { BerReader, BerWriter, FilterParser } from "ldapts";

/** Somebody in the directory. `data` is the number Active Directory refuses the right password with; null: it takes it. */
export interface AdTestPerson {
  readonly username: string;
  readonly password: string;
  readonly data?: string;
  readonly userAccountControl?: number;
  readonly memberOf?: readonly string[];
}

/**
 * A server of LDAP that answers as Active Directory does where other directories do not: the numbers in refusals, ids as
 * bytes, groups in groups by the rule "in chain". It needs nothing installed and tells what it was asked; `samba-server.ts`
 * is a real domain controller.
 */
export interface AdTestServer {
  readonly uri: string;
  /** Filters of the searches, in turn. */
  readonly searches: string[];
  close(): Promise<void>;
}

const domain = "DC=corp,DC=test";
const bindRequest = 0x60;
const searchRequest = 0x63;

/** The name of somebody's entry. */
export const adPersonDn = (username: string): string => `CN=${username},OU=Staff,${domain}`;

/** The name of a group's entry. */
export const adGroupDn = (name: string): string => `CN=${name},OU=Groups,${domain}`;

function message(id: number, tag: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  write(writer);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

const result = (id: number, tag: number, code: number, said = ""): Buffer =>
  message(id, tag, (writer) => {
    writer.writeEnumeration(code);
    writer.writeString("");
    writer.writeString(said);
  });

function entry(
  id: number,
  dn: string,
  attributes: Readonly<Record<string, readonly (string | Buffer)[]>>,
): Buffer {
  return message(id, 0x64, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, values] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      for (const value of values) writer.writeBuffer(Buffer.from(value as string), 0x04);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });
}

/** Starts one with these people, and groups by name with all the groups that hold them, however deep. */
export async function startActiveDirectory(
  people: readonly AdTestPerson[],
  holders: Readonly<Record<string, readonly string[]>> = {},
): Promise<AdTestServer> {
  const searches: string[] = [];
  const sockets = new Set<Socket>();

  function bind(id: number, reader: BerReader): Buffer {
    reader.readInt();
    const dn = reader.readString() ?? "";
    const password = reader.readString(0x80) ?? "";
    if (dn === "reader@corp.test" && password === "Reader-of-all-5") return result(id, 0x61, 0);
    const person = people.find(({ username }) => adPersonDn(username) === dn);
    // As Active Directory has it: a name without a password is nobody, and welcome.
    if (password === "") return result(id, 0x61, 0);
    const isRight = person?.password === password;
    // That an account is locked it tells anybody.
    const data = isRight || person?.data === "775" ? person?.data : person === undefined ? "525" : "52e";
    if (isRight && data === undefined) return result(id, 0x61, 0);
    const said = `80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data ${data}, v4563\0`;
    return result(id, 0x61, 49, said);
  }

  function* search(id: number, reader: BerReader): Generator<Buffer> {
    reader.readString();
    for (let left = 5; left > 0; left -= 1) skip(reader);
    const filter = FilterParser.parse(reader).toString();
    searches.push(filter);
    for (const person of people) {
      const { username, userAccountControl = 512, memberOf = [] } = person;
      if (!filter.includes(`(samaccountname=${username})`) && !filter.includes("(samaccountname=*)"))
        continue;
      yield entry(id, adPersonDn(username), {
        sAMAccountName: [username],
        displayName: [`${username} of corp`],
        mail: [`${username}@corp.test`],
        userAccountControl: [String(userAccountControl)],
        memberOf: memberOf.map(adGroupDn),
        objectGUID: [Buffer.from(username.padEnd(16, "\xff"), "latin1")],
      });
    }
    const [, chained] = /\(member:1\.2\.840\.113556\.1\.4\.1941:=CN=([^,]+)/.exec(filter) ?? [];
    const [, direct] = /\(member=CN=([^,]+)/.exec(filter) ?? [];
    const all = holders[chained ?? direct ?? ""] ?? [];
    for (const name of chained === undefined ? all.slice(0, 1) : all) yield entry(id, adGroupDn(name), {});
    yield result(id, 0x65, 0);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let waiting = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length > 2) {
        const whole = new BerReader(waiting);
        const content = whole.readSequence();
        if (content === null || whole.offset + whole.length > waiting.length) return;
        const end = whole.offset + whole.length;
        const id = whole.readInt() ?? 0;
        const tag = whole.readSequence();
        if (tag === bindRequest) socket.write(bind(id, whole));
        else if (tag === searchRequest) for (const answer of search(id, whole)) socket.write(answer);
        else return socket.end();
        waiting = waiting.subarray(end);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    uri: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    searches,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Goes past a value of whatever type. */
function skip(reader: BerReader): void {
  const tag = reader.peek();
  if (tag !== null) reader.readString(tag, true);
}
