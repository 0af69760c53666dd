import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeSecret } from "../methods/change-secret.ts";
import { gatherAccounts } from "../methods/gather-accounts.ts";
import { verifyAccount } from "../methods/ping.ts";
import {
  type DatabasePeer,
  missingPeers,
  startMariadb,
  startPostgresql,
  startRedis,
} from "../testing/database-peers.ts";
import {
  accountFor,
  changeFor,
  type JobSpecChange,
  jobSpecFor,
  type Outcome,
  runJobSpec,
} from "../testing/job-specs.ts";
import { startMongoServer } from "../testing/mongo-server.ts";
import { startTdsServer } from "../testing/tds-server.ts";
import { statements } from "./oracle.ts";

const operator = { id: "22222222-2222-4222-8222-222222222222", name: "operator", username: "operator" };

/** Secrets with what is special in statements of one kind or another. */
const odd = "a b\\'\"`;--$%?{}\u00e4\u4e2d#";
const plain = (): string => randomBytes(9).toString("base64url");

/** What holds for every database whose accounts have names. */
function changes(
  protocol: string,
  start: () => Promise<DatabasePeer>,
  setting = {},
  operating = (peer: DatabasePeer) => peer.password,
) {
  let peer: DatabasePeer;
  beforeAll(async () => {
    peer = await start();
  });
  afterAll(() => peer?.stop());

  const spec = (change: JobSpecChange) =>
    jobSpecFor({
      account: { ...operator, secret: operating(peer) },
      ...change,
      target: {
        category: "database",
        type: protocol,
        protocol,
        port: peer.port,
        setting,
        specification: { db_name: peer.database },
        ...change.target,
      },
    });
  const change = (...given: Parameters<typeof changeFor>): Promise<Outcome> =>
    runJobSpec(changeSecret, spec({ change: changeFor(...given) }));
  /** Null: the secret is taken, whether the database may be opened or not. */
  const signsIn = async (username: string, secret: string) => {
    const { code } = await runJobSpec(verifyAccount, spec({ account: { username, secret } }));
    return code === "database_unknown" ? null : code;
  };

  it("makes an account with its password where that is asked for, and not otherwise", async () => {
    const account = { name: "app", username: "o'app\"", secret: null };
    const refused = await change(account, "first secret");
    expect(refused).toMatchObject({
      code: "account_missing",
      text: expect.stringContaining("app") as string,
    });
    expect(await change(account, "first secret", { create: true })).toMatchObject({
      code: null,
      result: { holds: "new", sent: "done" },
    });
  });

  it("changes a password, whatever is in it, and knows which one holds", async () => {
    const account = { name: "app", username: "web", secret: "first" };
    await change({ ...account, secret: null }, "first", { create: true });
    for (const [former, secret] of [
      ["first", odd],
      [odd, "third secret"],
    ] as const) {
      expect(await change({ ...account, secret: former }, secret)).toMatchObject({
        code: null,
        text: "",
        result: { holds: "new" },
      });
      expect(await signsIn("web", former)).toBe("authentication_failed");
    }
    const look = (former: string, secret: string) =>
      change({ ...account, secret: former }, secret, { mode: "look" });
    expect((await look("first", "third secret")).result?.holds).toBe("new");
    expect((await look("third secret", "never set")).result?.holds).toBe("former");
    expect((await look("first", "never set")).result?.holds).toBe("neither");
  });

  it("has its accounts discovered where that can be asked, but for those of the server", async () => {
    await change({ name: "app", username: "batch", secret: null }, "first secret", { create: true });
    const { code, result } = await runJobSpec(gatherAccounts, spec({ method: "gather_accounts" }));
    if (protocol === "redis" || protocol === "sqlserver") return expect(code).toBe("not_supported");
    expect(code).toBeNull();
    const found = (result?.accounts ?? []) as readonly { readonly username: string }[];
    const names = found.map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(["batch", "operator"]));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith("pg_") || name.includes("."))).toEqual([]);
  });

  it("is not touched where the operating account cannot sign in", async () => {
    const wrong = accountFor({ ...operator, secret: "not the one" });
    const outcome = await runJobSpec(
      changeSecret,
      spec({ account: wrong, change: changeFor({ username: "web", secret: "third secret" }, "fourth") }),
    );
    expect(outcome.code).toBe("authentication_failed");
    expect(await signsIn("web", "third secret")).toBeNull();
  });

  it("has its operating account changed by itself, the new one proved", async () => {
    const outcome = await change({ ...operator, secret: operating(peer) }, "its own new one");
    expect(outcome).toMatchObject({ code: null, result: { holds: "new" } });
    const back = await runJobSpec(
      changeSecret,
      spec({
        account: { ...operator, secret: "its own new one" },
        change: changeFor({ ...operator, secret: "its own new one" }, operating(peer)),
      }),
    );
    expect(back).toMatchObject({ code: null, result: { holds: "new" } });
  });
  return { peer: () => peer, spec, change, signsIn };
}

describe.skipIf(missingPeers.postgresql !== null)("PostgreSQL", () => {
  const { change, signsIn } = changes("postgresql", startPostgresql);

  it("says no to an account that may not change others, and nothing changes", async () => {
    await change({ username: "other", secret: null }, "other one", { create: true });
    expect(await signsIn("other", "other one")).toBeNull();
  });
});

describe.skipIf(missingPeers.mariadb !== null)("MariaDB", () => {
  changes("mariadb", () => startMariadb({ administers: true }));
});

describe.skipIf(missingPeers.redis !== null)("Redis", () => {
  describe("with names", () => {
    const { change } = changes(
      "redis",
      startRedis,
      { auth_username: true },
      ({ password }) => `${password} of its own`,
    );

    it("keeps what it was told in its file", async () => {
      const outcome = await change({ username: "kept", secret: null }, plain(), { create: true });
      expect(outcome.result).toEqual({ holds: "new", problem: "", sent: "done" });
    });
  });

  it("with one password for all has that changed", async () => {
    const peer = await startRedis();
    try {
      const target = { category: "database", type: "redis", protocol: "redis", port: peer.port };
      const change = changeFor({ username: "", secret: peer.password }, "another one");
      const outcome = await runJobSpec(
        changeSecret,
        jobSpecFor({ account: { secret: peer.password }, target, change }),
      );
      expect(outcome.result).toEqual({ holds: "new", problem: "", sent: "done" });
      expect(createHash("sha256").update("another one").digest("hex")).toHaveLength(64);
    } finally {
      await peer.stop();
    }
  });
});

/** A server of the protocol that keeps accounts as it is told, with the operating one. */
async function peerOf(
  start: (accounts: Map<string, string>) => Promise<{ readonly port: number; close(): void }>,
): Promise<DatabasePeer> {
  const server = await start(new Map([["operator", "a pass:word@/"]]));
  return {
    ...{ port: server.port, username: "operator", password: "a pass:word@/", database: "shop" },
    stop: async () => server.close(),
  };
}

describe("SQL Server, by its protocol", () => {
  changes("sqlserver", () => peerOf(startTdsServer));
});

describe("MongoDB, by its protocol", () => {
  changes("mongodb", () => peerOf(startMongoServer));
});

describe("Oracle", () => {
  it("is sent names in capital letters and passwords in quotation marks, the former one where it changes itself", () => {
    const about = { username: "APP", password: "p'w", isThere: true, former: null };
    expect(statements(about)).toEqual(['ALTER USER APP IDENTIFIED BY "p\'w"']);
    expect(statements({ ...about, former: "old one" })).toEqual([
      'ALTER USER APP IDENTIFIED BY "p\'w" REPLACE "old one"',
    ]);
    expect(statements({ ...about, isThere: false })).toEqual([
      'CREATE USER APP IDENTIFIED BY "p\'w"',
      "GRANT CREATE SESSION TO APP",
    ]);
  });

  it("is sent nothing that could end a name or a password", async () => {
    const target = { category: "database", type: "oracle", protocol: "oracle", port: 1 };
    const refused = async (username: string, secret: string) => {
      const change = changeFor({ username, secret: "former" }, secret);
      return (await runJobSpec(changeSecret, jobSpecFor({ target, change }))).code;
    };
    expect(await refused('app" identified by x', "plain")).toBe("invalid_name");
    expect(await refused("app", 'a"b')).toBe("password_invalid");
    expect(await refused("app", "é".repeat(20))).toBe("password_invalid");
  });
});
