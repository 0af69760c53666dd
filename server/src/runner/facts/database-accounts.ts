import { loadedByName } from "../loaded-by-name.ts";
import { withDriver } from "../protocols/database.ts";
import type { TargetConnection } from "../target-connection.ts";
import { type FoundAccount, isAccountName, mostAccounts } from "./found-account.ts";

/** The accounts of a database, and when they were last used where it tells. Fails with what the driver fails with. */
type AccountReader = (target: TargetConnection) => Promise<readonly FoundAccount[]>;

const neverSeen = { date: "", address: "" };

const named = (names: readonly unknown[]): readonly FoundAccount[] =>
  [...new Set(names.filter(isAccountName))]
    .slice(0, mostAccounts)
    .map((username) => ({ username, ...neverSeen }));

async function mysql(): Promise<AccountReader> {
  const { mysqlRefusal, openMysql } = await import("../protocols/mysql.ts");
  return async (target) => {
    const session = await openMysql(target);
    const rows = await withDriver(
      target,
      () => session.ask("SELECT DISTINCT User AS name FROM mysql.user ORDER BY User"),
      mysqlRefusal,
    );
    // Those with a dot belong to the server: `mysql.sys`, `mariadb.sys`.
    return named(rows.map(({ name }) => name).filter((name) => !String(name).includes(".")));
  };
}

async function postgresql(): Promise<AccountReader> {
  const { openPostgresql, postgresqlRefusal } = await import("../protocols/postgresql.ts");
  return async (target) => {
    const client = await openPostgresql(target);
    const { rows } = await withDriver(
      target,
      () =>
        client.query<{ name: string }>(
          "SELECT rolname AS name FROM pg_catalog.pg_roles WHERE rolcanlogin AND rolname !~ '^pg_' ORDER BY rolname",
        ),
      postgresqlRefusal,
    );
    return named(rows.map(({ name }) => name));
  };
}

async function mongodb(): Promise<AccountReader> {
  const { openMongodb } = await import("../protocols/mongodb.ts");
  return async (target) => {
    const { users } = await (await openMongodb(target)).ask({ usersInfo: 1 });
    return named(Array.isArray(users) ? users.map((user: { readonly user?: unknown }) => user?.user) : []);
  };
}

async function oracle(): Promise<AccountReader> {
  const { openOracle } = await import("../protocols/oracle.ts");
  return async (target) => {
    const session = await openOracle(target);
    const rows = await session.ask(
      'SELECT username, TO_CHAR(SYS_EXTRACT_UTC(last_login), \'YYYY-MM-DD"T"HH24:MI:SS"Z"\') FROM dba_users ' +
        "WHERE oracle_maintained = 'N' ORDER BY username",
    );
    return rows.slice(0, mostAccounts).flatMap(([username, date]) => {
      if (!isAccountName(username)) return [];
      const isDate = typeof date === "string" && !Number.isNaN(Date.parse(date));
      return [{ username, date: isDate ? date : "", address: "" }];
    });
  };
}

/** How the accounts of each database are read, by its protocol; what a protocol needs is loaded with it. */
export const accountReaders = loadedByName<AccountReader>({
  mysql,
  mariadb: mysql,
  postgresql,
  mongodb,
  oracle,
});
