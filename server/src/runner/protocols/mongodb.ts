import { type Document, MongoClient } from "mongodb";
import type { TargetConnection } from "../target-connection.ts";
import type { TargetStream } from "../target-stream.ts";
import { text } from "../texts.ts";
import { type DatabaseRefusal, databaseFailure, databaseName, withDriver } from "./database.ts";
import { localListener } from "./local-listener.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

/** Signs in to MongoDB in its own database, pings it and asks who one is. */
export async function probeMongodb(target: TargetConnection): Promise<ProbeResult> {
  const session = await openMongodb(target);
  const { version } = await session.ask({ buildInfo: 1 });
  return { accountChecked: true, version: target.quote(String(version ?? "")) };
}

/** A session with MongoDB. */
export interface MongodbSession {
  /** The database the account is signed in to, which is where its users are. */
  readonly database: string;
  /**
   * Runs a command that changes nothing, in that database unless another one is named.
   *
   * @throws TargetFailure
   */
  ask(command: Document, database?: string): Promise<Document>;
  /** Runs a command. Fails with the error of the driver. */
  run(command: Document): Promise<Document>;
}

/**
 * Signs in to MongoDB in its own database, and sees that one is signed in.
 *
 * @throws TargetFailure
 */
export async function openMongodb(target: TargetConnection): Promise<MongodbSession> {
  const { account, password } = target;
  const tls = tlsOf(target);
  const name = databaseName(target) || "admin";
  // The driver opens a connection to watch the server and one to use it. TLS ends here, not in the driver.
  const listener = await localListener(target, async () => {
    const plain = await target.connectBounded();
    const stream = tls === null ? plain : target.bound(await secured(target, plain, tls));
    guardMessages(stream, () => target.failure("protocol_error", text.wrongProtocol));
    return stream;
  });
  const client = new MongoClient(`mongodb://127.0.0.1:${listener.port}`, {
    auth: { username: account.username, password },
    authSource: name,
    // The members a server names of itself are not followed.
    directConnection: true,
    maxPoolSize: 1,
    // What was sent is not sent again: whether a change was made is found out, not guessed.
    retryWrites: false,
    serverSelectionTimeoutMS: target.connectTimeout,
    connectTimeoutMS: target.connectTimeout,
    appName: "Sallyport",
  });
  target.onClose(() => void client.close(true).catch(() => undefined));
  const ask = (command: Document, database = name): Promise<Document> =>
    withDriver(target, () => client.db(database).command(command), refusalOf).catch((error: unknown) => {
      throw listener.failure ?? error;
    });
  await ask({ ping: 1 });
  const { authInfo } = await ask({ connectionStatus: 1 });
  if (!Array.isArray(authInfo?.authenticatedUsers) || authInfo.authenticatedUsers.length === 0) {
    throw databaseFailure(target, new Error("nobody is signed in"), "account");
  }
  return { database: name, ask, run: (command) => client.db(name).command(command) };
}

const headerLength = 16;

// Answers about a server itself are far below it; of its users there may be many.
const longestMessage = 4 * 1024 * 1024;

/**
 * Ends the connection before the driver reads a message that is shorter than its own header, which it would continue
 * reading forever, or longer than any answer that is asked for.
 */
function guardMessages(stream: TargetStream, wrong: () => Error): void {
  let left = 0;
  let length = Buffer.alloc(0);
  stream.inspect((data) => {
    for (let at = 0; at < data.length; ) {
      if (left > 0) {
        const passed = Math.min(left, data.length - at);
        left -= passed;
        at += passed;
        continue;
      }
      const taken = data.subarray(at, at + 4 - length.length);
      length = Buffer.concat([length, taken]);
      at += taken.length;
      if (length.length < 4) break;
      const announced = length.readInt32LE(0);
      if (announced < headerLength || announced > longestMessage) {
        stream.destroy(wrong());
        return true;
      }
      left = announced - 4;
      length = Buffer.alloc(0);
    }
    return false;
  });
}

const authenticationFailed = 18;

function refusalOf({ code }: { readonly code?: unknown }): DatabaseRefusal {
  return code === authenticationFailed || code === 13 ? "account" : "other";
}
