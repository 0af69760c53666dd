import { MongoClient } from "mongodb";
import { connectTimeout, type Visit } from "../visit.ts";
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
    const stream = await visit.connectBounded();
    return tls === null ? stream : await secured(visit, stream, tls);
  });
  const client = new MongoClient(`mongodb://127.0.0.1:${door.port}`, {
    auth: { username: account.username, password },
    authSource: databaseName(visit) || "admin",
    // The members a server names of itself are not followed.
    directConnection: true,
    maxPoolSize: 1,
    serverSelectionTimeoutMS: connectTimeout,
    connectTimeoutMS: connectTimeout,
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

const authenticationFailed = 18;

function refusalOf({ code }: { readonly code?: unknown }): DatabaseRefusal {
  return code === authenticationFailed || code === 13 ? "account" : "other";
}
