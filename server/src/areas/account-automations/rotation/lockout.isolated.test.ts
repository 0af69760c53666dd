import { createConnection } from "mysql2/promise";
import pg from "pg";
import { describe, expect, it } from "vitest";
import {
  missingPeers,
  startMariadb,
  startPostgresql,
  startRedis,
} from "../../../runner/testing/database-peers.ts";
import {
  cellWith,
  holdsUnderFaults,
  lockoutBed,
  proveRun,
  provesNoLockout,
  target,
} from "./testing/lockout-proof.ts";
import { inProcess, isTaken } from "./testing/rotation-bed.ts";

provesNoLockout();

describe.skipIf(missingPeers.redis !== null)("nobody is locked out of Redis", { timeout: 300_000 }, () => {
  const stage = target("redis", startRedis, ({ password }) => `${password} of its own`);
  holdsUnderFaults(stage, 12, 4);

  it("when it lies: a yes without a change, a no with one", async () => {
    const at = { piece: 0, containing: "SETUSER", stays: false } as const;
    await proveRun(stage(), { way: { ...at, how: "lie", answer: "+OK\r\n" } });
    await proveRun(stage(), { way: { ...at, how: "deny", answer: "-ERR no\r\n" } });
    await proveRun(stage(), { way: { ...at, how: "lie", answer: "-ERR no\r\n" } });
    await proveRun(stage(), { way: { ...at, how: "lie", answer: "nonsense\r\n" } });
  });
});

describe.skipIf(missingPeers.postgresql !== null)(
  "nobody is locked out of PostgreSQL",
  { timeout: 300_000 },
  () => {
    const stage = target("postgresql", startPostgresql);
    holdsUnderFaults(stage, 16, 5);

    const administer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const { peer } = stage();
      const client = new pg.Client({
        host: "127.0.0.1",
        port: peer.port,
        user: peer.username,
        password: peer.password,
        database: peer.database,
      });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    };

    it("when it may only be read", async () => {
      const { username } = stage().peer;
      await administer((client) =>
        client.query(`alter role ${username} set default_transaction_read_only = on`),
      );
      await proveRun(stage(), {});
      expect((await lockoutBed().changesOf(stage().accountId)).at(-1)).toMatchObject({
        state: "failed",
        error: expect.stringContaining("read-only"),
      });
      await administer(async (client) => {
        await client.query("set default_transaction_read_only = off");
        await client.query(`alter role ${username} reset default_transaction_read_only`);
      });
      await proveRun(stage(), {});
    });

    it("when the role may not sign in, or its password has expired", async () => {
      for (const [breaks, mends] of [
        ["nologin", "login"],
        ["valid until '2001-01-01'", "valid until 'infinity'"],
      ]) {
        const during = async () => {
          await administer((client) => client.query(`alter role web ${breaks}`));
          return async () => void (await administer((client) => client.query(`alter role web ${mends}`)));
        };
        await proveRun(stage(), { during });
      }
    });

    it("when a change that was given up is made long after", async () => {
      await administer(async (client) => {
        await client.query("begin");
        await client.query("alter role web connection limit 20");
        const before = (await lockoutBed().changesOf(stage().accountId)).length;
        await lockoutBed()
          .rotate(cellWith({}), lockoutBed().request([stage().accountId]))
          .catch(() => undefined);
        // Nothing is decided while the target may still do what it was asked for.
        expect((await lockoutBed().changesOf(stage().accountId)).slice(before)).toMatchObject([
          { state: "pending" },
        ]);
        await client.query("commit");
      });
      await lockoutBed().repair(inProcess());
      const secret = (await lockoutBed().secretOf(stage().accountId)) ?? "";
      expect(await isTaken("postgresql", stage().port, "web", secret)).toBe(true);
      await proveRun(stage(), {});
    });
  },
);

describe.skipIf(missingPeers.mariadb !== null)(
  "nobody is locked out of MariaDB",
  { timeout: 300_000 },
  () => {
    const stage = target("mariadb", () => startMariadb({ administers: true }));
    holdsUnderFaults(stage, 16, 5);

    const administer = async (...statements: string[]): Promise<void> => {
      const { port, username: user, password } = stage().peer;
      const client = await createConnection({ host: "127.0.0.1", port, user, password });
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };

    it("when its policy refuses every password", async () => {
      const during = async () => {
        await administer(
          "install soname 'simple_password_check'",
          "set global simple_password_check_minimal_length = 100",
        );
        return () => administer("uninstall soname 'simple_password_check'");
      };
      expect(await proveRun(stage(), { during })).toMatchObject({
        state: "failed",
        error: expect.stringContaining("policy"),
      });
    });

    it("when the account is locked, or gone and made again", async () => {
      const locked = async () => {
        await administer("alter user web account lock");
        return () => administer("alter user web account unlock");
      };
      await proveRun(stage(), { during: locked });
      const gone = async () => {
        await administer("rename user web to elsewhere");
        return () => administer("rename user elsewhere to web");
      };
      expect(await proveRun(stage(), { during: gone })).toMatchObject({ state: "failed" });
    });
  },
);
