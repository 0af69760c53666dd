import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** Kinds of messages of clients ([MS-TDS] 2.2.3.1.1). */
const [batchMessage, loginMessage, preloginMessage] = [1, 16, 18];
const headerLength = 8;

const u16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
const shortText = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), wide(text)]);

const answer = (...tokens: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(tokens);
  const header = Buffer.from([4, 1, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(body.length + headerLength, 2);
  return Buffer.concat([header, body]);
};

/** The end of a statement; `count`: rows it changed. More follows unless it is the last. */
const done = (count: number | null, isLast = true): Buffer =>
  Buffer.concat([
    Buffer.from([0xfd]),
    u16((count === null ? 0 : 0x10) | (isLast ? 0 : 1)),
    u16(0),
    u32(count ?? 0),
    u32(0),
  ]);

const withLength = (token: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([token]), u16(body.length), body]);

const loginAck = withLength(
  0xad,
  Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4]), shortText("Test Server"), Buffer.from([16, 0, 0, 0])]),
);

/** An error (0xaa) or a message (0xab) of the server. */
const said = (token: number, number: number, text: string): Buffer =>
  withLength(
    token,
    Buffer.concat([
      ...[u32(number), Buffer.from([1, token === 0xaa ? 16 : 0]), u16(text.length), wide(text)],
      ...[shortText("test"), shortText(""), u32(1)],
    ]),
  );

/** Columns `id int` and `name nvarchar(100)`. */
const columns = Buffer.concat([
  Buffer.from([0x81]),
  u16(2),
  ...[u32(0), u16(1), Buffer.from([0x26, 4]), shortText("id")],
  ...[u32(0), u16(1), Buffer.from([0xe7]), u16(200), Buffer.from([9, 4, 0xd0, 0, 52]), shortText("name")],
]);

const row = (id: number, name: string | null): Buffer =>
  Buffer.concat([
    ...[Buffer.from([0xd1, 4]), u32(id)],
    ...(name === null ? [u16(0xffff)] : [u16(name.length * 2), wide(name)]),
  ]);

/** A result of one column of text. */
const texts = (name: string, values: readonly string[]): Buffer =>
  answer(
    ...[Buffer.from([0x81]), u16(1)],
    ...[u32(0), u16(1), Buffer.from([0xe7]), u16(8000), Buffer.from([9, 4, 0xd0, 0, 52]), shortText(name)],
    ...values.map((value) => Buffer.concat([Buffer.from([0xd1]), u16(value.length * 2), wide(value)])),
    done(values.length),
  );

const refusal = (number: number, text: string): Buffer => answer(said(0xaa, number, text), done(null));

function answerTo(statement: string): Buffer {
  if (statement.includes("nowhere")) return refusal(208, "Invalid object name 'nowhere'.");
  if (statement.includes("print")) return answer(said(0xab, 0, "as printed"), done(null));
  if (statement.includes("update")) return answer(done(3));
  if (statement === "SELECT @@VERSION") return texts("", ["Test Server 16.0"]);
  if (!statement.includes("from goods")) return answer(done(null));
  return answer(columns, row(1, "tea"), row(2, null), done(2, false), done(3));
}

const quoted = String.raw`N'((?:[^']|'')*)'`;
const looksFor = new RegExp(String.raw`^SELECT COUNT\(\*\) FROM sys\.sql_logins WHERE name = ${quoted}$`);
const setsLogin = new RegExp(
  String.raw`^(ALTER|CREATE) LOGIN \[((?:[^\]]|\]\])*)\] WITH PASSWORD = ${quoted}(?: OLD_PASSWORD = ${quoted})?$`,
);

/** What is asked about logins, and changed of them; null: something else is asked. */
function answerAboutLogins(statement: string, logins: Map<string, string>): Buffer | null {
  const unquoted = (text = ""): string => text.replaceAll("''", "'");
  const looked = looksFor.exec(statement);
  if (looked !== null) return texts("", [logins.has(unquoted(looked[1])) ? "1" : "0"]);
  const set = setsLogin.exec(statement);
  if (set === null) return null;
  const [, verb, bracketed = "", password, former] = set;
  const name = bracketed.replaceAll("]]", "]");
  if (logins.has(name) === (verb === "CREATE")) return refusal(15_151, `Cannot alter the login '${name}'.`);
  if (former !== undefined && unquoted(former) !== logins.get(name)) {
    return refusal(15_151, `Cannot alter the login '${name}'.`);
  }
  logins.set(name, unquoted(password));
  return answer(done(null));
}

/** User name and password of a sign-in ([MS-TDS] 2.2.6.4), the latter hidden from nobody by turned bits. */
function signInOf(body: Buffer): readonly [string, string] {
  const field = (at: number): Buffer => {
    const from = body.readUInt16LE(at);
    return body.subarray(from, from + body.readUInt16LE(at + 2) * 2);
  };
  const password = Buffer.from(field(44).map((byte) => (((byte ^ 0xa5) & 15) << 4) | ((byte ^ 0xa5) >> 4)));
  return [field(40).toString("utf16le"), password.toString("utf16le")];
}

/** A server that speaks TDS 7.4 without TLS, as far as clients that sign in and send batches ask it to. */
export interface TdsServer {
  readonly port: number;
  /** The batches it got, without those of the driver. */
  readonly batches: readonly string[];
  close(): void;
}

/**
 * Starts one on this machine. Real servers of this kind cannot be installed for tests.
 *
 * @param logins passwords by name, which it keeps as it is told; unset: it lets everybody in
 */
export async function startTdsServer(logins?: Map<string, string>): Promise<TdsServer> {
  const batches: string[] = [];
  const sockets = new Set<Socket>();
  const reply = (type: number | undefined, body: Buffer): Buffer | null => {
    if (type === preloginMessage) {
      return answer(Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 2]));
    }
    if (type === loginMessage) {
      const [name, password] = signInOf(body);
      const isKnown = logins === undefined || logins.get(name) === password;
      return isKnown ? answer(loginAck, done(null)) : refusal(18_456, `Login failed for user '${name}'.`);
    }
    if (type !== batchMessage) return null;
    const statement = body.subarray(body.readUInt32LE(0)).toString("utf16le");
    if (!statement.startsWith("set ")) batches.push(statement);
    return (logins && answerAboutLogins(statement, logins)) ?? answerTo(statement);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let held = Buffer.alloc(0);
    socket.on("data", (data) => {
      held = Buffer.concat([held, data]);
      while (held.length >= headerLength && held.length >= held.readUInt16BE(2)) {
        const length = held.readUInt16BE(2);
        const said = reply(held[0], held.subarray(headerLength, length));
        held = held.subarray(length);
        if (said !== null) socket.write(said);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    batches,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
