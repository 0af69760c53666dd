import { MongoClient } from "mongodb";
import type { TargetStream } from "../target-stream.ts";
import { text } from "../texts.ts";
import type { Visit } from "../visit.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import { localDoor } from "./local-door.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

/** Signs in to MongoDB in its own database, pings it and asks who one is. */
export async function probeMongodb(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const tls = tlsOf(visit);
  // The driver opens a connection to watch the server and one to use it. TLS ends here, not in the driver.
  const door = await localDoor(visit, async () => {
    const plain = await visit.connectBounded();
    const stream = tls === null ? plain : visit.bound(await secured(visit, plain, tls));
    guardMessages(stream, () => visit.failure("protocol_error", text.wrongProtocol));
    return stream;
  });
  const client = new MongoClient(`mongodb://127.0.0.1:${door.port}`, {
    auth: { username: account.username, password },
    authSource: databaseName(visit) || "admin",
    // The members a server names of itself are not followed.
    directConnection: true,
    maxPoolSize: 1,
    serverSelectionTimeoutMS: visit.connectTimeout,
    connectTimeoutMS: visit.connectTimeout,
    appName: "Sallyport",
  });
  visit.onClose(() => void client.close(true).catch(() => undefined));
  const version = await withDriver(
    visit,
    async () => {
      const database = client.db(databaseName(visit) || "admin");
      await database.command({ ping: 1 });
      const { authInfo } = await database.command({ connectionStatus: 1 });
      if (!Array.isArray(authInfo?.authenticatedUsers) || authInfo.authenticatedUsers.length === 0) {
        throw Object.assign(new Error("nobody is signed in"), { code: authenticationFailed });
      }
      return String((await database.command({ buildInfo: 1 })).version ?? "");
    },
    refusalOf,
  ).catch((error: unknown) => {
    throw door.failure ?? error;
  });
  return { accountChecked: true, version: visit.quote(version) };
}

const headerLength = 16;

// Answers about a server itself are far below it.
const longestMessage = 1024 * 1024;

/**
 * Ends the connection before the driver reads a message that is shorter than its own header, which it would go on
 * reading for ever, or longer than any answer that is asked for.
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
