import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { BSON } from "mongodb";

type Document = Readonly<Record<string, unknown>>;

const [queryMessage, message] = [2004, 2013];
const iterations = 4_096;

/** Somebody who signs in (RFC 5802), as far as they came. */
interface SignIn {
  readonly user: string;
  readonly password: string;
  readonly clientFirst: string;
  readonly serverFirst: string;
}

/** What the server said first, and what it remembers of it. */
function beginSignIn(payload: string, users: ReadonlyMap<string, string>): SignIn {
  const clientFirst = payload.replace(/^n,,/, "");
  const [, encoded = "", nonce = ""] = /^n=([^,]*),r=(.*)$/.exec(clientFirst) ?? [];
  const user = encoded.replaceAll("=2C", ",").replaceAll("=3D", "=");
  const salt = randomBytes(16).toString("base64");
  const serverFirst = `r=${nonce}${randomBytes(12).toString("base64")},s=${salt},i=${iterations}`;
  return { user, password: users.get(user) ?? randomBytes(16).toString("hex"), clientFirst, serverFirst };
}

/** The server's proof, where the client's is right; else null. */
function endSignIn({ password, clientFirst, serverFirst }: SignIn, payload: string): string | null {
  const [, before = "", proof = ""] = /^(.*),p=(.*)$/.exec(payload) ?? [];
  const salt = Buffer.from(/s=([^,]*)/.exec(serverFirst)?.[1] ?? "", "base64");
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const hmac = (key: Buffer, about: string): Buffer => createHmac("sha256", key).update(about).digest();
  const about = [clientFirst, serverFirst, before].join(",");
  const clientKey = hmac(salted, "Client Key");
  const signature = hmac(createHash("sha256").update(clientKey).digest(), about);
  const given = Buffer.from(proof, "base64");
  const isRight =
    given.length === 32 && given.every((byte, at) => (byte ^ (signature[at] ?? 0)) === clientKey[at]);
  return isRight ? `v=${hmac(hmac(salted, "Server Key"), about).toString("base64")}` : null;
}

const refused = (code: number, errmsg: string): Document => ({ ok: 0, code, errmsg, codeName: errmsg });

/** One connection to the server. */
class Connection {
  readonly #users: Map<string, string>;
  #signIn: SignIn | null = null;
  #user: string | null = null;

  constructor(users: Map<string, string>) {
    this.#users = users;
  }

  answer(command: Document): Document {
    const [name = ""] = Object.keys(command);
    const payload = (command.payload as { readonly buffer?: Uint8Array } | undefined)?.buffer;
    const said = Buffer.from(payload ?? []).toString();
    switch (name) {
      case "saslStart":
        this.#signIn = beginSignIn(said, this.#users);
        return this.#conversation(this.#signIn.serverFirst, false);
      case "saslContinue": {
        const proof = this.#signIn === null ? null : endSignIn(this.#signIn, said);
        if (this.#signIn === null || proof === null) return refused(18, "AuthenticationFailed");
        this.#user = this.#signIn.user;
        return this.#conversation(proof, true);
      }
      case "hello":
      case "isMaster":
      case "ismaster":
        return {
          ...{
            ok: 1,
            helloOk: true,
            isWritablePrimary: true,
            ismaster: true,
            maxWireVersion: 21,
            minWireVersion: 0,
          },
          ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
          saslSupportedMechs: ["SCRAM-SHA-256"],
        };
      default:
        return this.#user === null ? refused(13, "Unauthorized") : this.#signedIn(name, command);
    }
  }

  #conversation(said: string, done: boolean): Document {
    return { ok: 1, conversationId: 1, done, payload: new BSON.Binary(Buffer.from(said)) };
  }

  #signedIn(name: string, command: Document): Document {
    const user = String(command[name]);
    const isThere = this.#users.has(user);
    switch (name) {
      case "connectionStatus":
        return { ok: 1, authInfo: { authenticatedUsers: [{ user: this.#user, db: "shop" }] } };
      case "buildInfo":
        return { ok: 1, version: "7.0.14" };
      case "usersInfo": {
        const wanted = (command.usersInfo as { readonly user?: string }).user;
        const names = [...this.#users.keys()].filter((one) => wanted === undefined || one === wanted);
        return { ok: 1, users: names.map((one) => ({ user: one, db: "shop" })) };
      }
      case "createUser":
      case "updateUser":
        if (isThere === (name === "createUser")) return refused(11, "UserNotFound");
        this.#users.set(user, String(command.pwd));
        return { ok: 1 };
      default:
        return { ok: 1 };
    }
  }
}

/** A server that speaks the protocol of MongoDB, as far as signing in and keeping users goes. */
export interface MongoServer {
  readonly port: number;
  close(): void;
}

/**
 * Starts one on this machine. Real servers of this kind cannot be installed for tests.
 *
 * @param users passwords by name, which it keeps as it is told
 */
export async function startMongoServer(users: Map<string, string>): Promise<MongoServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    const connection = new Connection(users);
    let held = Buffer.alloc(0);
    socket.on("data", (data) => {
      held = Buffer.concat([held, data]);
      while (held.length >= 16 && held.length >= held.readInt32LE(0)) {
        const request = held.subarray(0, held.readInt32LE(0));
        held = held.subarray(request.length);
        socket.write(replyTo(request, connection));
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function replyTo(request: Buffer, connection: Connection): Buffer {
  const isQuery = request.readInt32LE(12) === queryMessage;
  // Behind flags and a kind; of old queries behind flags, a name and two numbers.
  const from = isQuery ? request.indexOf(0, 20) + 9 : 21;
  const document = BSON.serialize(connection.answer(BSON.deserialize(request.subarray(from))));
  const front = isQuery ? Buffer.from("0800000000000000000000000000000001000000", "hex") : Buffer.alloc(5);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + front.length + document.length, 0);
  header.writeInt32LE(request.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? 1 : message, 12);
  return Buffer.concat([header, front, document]);
}
