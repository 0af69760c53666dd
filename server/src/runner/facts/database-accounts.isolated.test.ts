import { afterEach, describe, expect, it } from "vitest";
import { gatherAccounts } from "../methods/gather-accounts.ts";
import { type DatabasePeer, missingPeers, startMariadb, startPostgresql } from "../testing/database-peers.ts";
import { jobSpecFor, runJobSpec } from "../testing/job-specs.ts";
import { startMongoServer } from "../testing/mongo-server.ts";

describe("the accounts of a database", () => {
  let stop: () => Promise<void> | void = () => undefined;
  afterEach(() => stop());

  const found = async (protocol: string, peer: Omit<DatabasePeer, "stop">) => {
    const { username, password, database, port } = peer;
    const { result, code } = await runJobSpec(
      gatherAccounts,
      jobSpecFor({
        method: "gather_accounts",
        account: { username, secret: password },
        target: {
          ...{ category: "database", type: protocol, protocol, port },
          specification: { db_name: database },
        },
      }),
    );
    expect(code).toBeNull();
    return ((result?.accounts ?? []) as readonly { readonly username: string }[]).map((one) => one.username);
  };

  it.skipIf(missingPeers.mariadb !== null)("are found in MariaDB, but for its own", async () => {
    const more = ["create user web@'%';", "create user web@'10.0.0.1';", "create user 'o''app'@'%';"];
    const peer = await startMariadb({ administers: true, more });
    stop = () => peer.stop();
    const names = await found("mariadb", peer);
    expect(names).toEqual(expect.arrayContaining(["o'app", "operator", "root", "web"]));
    expect(names.filter((name) => name === "web")).toHaveLength(1);
    expect(names.filter((name) => name.includes("."))).toEqual([]);
  });

  it.skipIf(missingPeers.postgresql !== null)(
    "are found in PostgreSQL, without roles nobody signs in as",
    async () => {
      const peer = await startPostgresql();
      stop = () => peer.stop();
      const names = await found("postgresql", peer);
      expect(names).toContain(peer.username);
      expect(names.filter((name) => name.startsWith("pg_"))).toEqual([]);
    },
  );

  it("are found in MongoDB, and names that are none are left out", async () => {
    const users = new Map([
      ["operator", "secret"],
      ["web", "x"],
      ["a\nb", "x"],
    ]);
    const server = await startMongoServer(users);
    stop = () => server.close();
    const peer = { port: server.port, username: "operator", password: "secret", database: "shop" };
    expect(await found("mongodb", peer)).toEqual(["operator", "web"]);
  });
});
