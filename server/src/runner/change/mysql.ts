import { withDriver } from "../protocols/database.ts";
import { type MysqlSession, mysqlRefusal, openMysql } from "../protocols/mysql.ts";
import type { TargetConnection } from "../target-connection.ts";
import { badName, type ChangeMeans, missing, passwordOf, sending } from "./means.ts";

// Replicas take no more than 32 of what is given to some statements; clients take any.
const longestPassword = 255;

/** Passwords of MySQL and MariaDB: of every host the account is known from. */
export const mysqlPassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    if (username === "" || /\p{Cc}/u.test(username)) throw badName(target, change);
    const password = passwordOf(target, change, longestPassword);
    const session = await openMysql(target);
    const driver = <T>(ask: () => Promise<T>) => withDriver(target, ask, mysqlRefusal);
    // Backslashes in quoted values mean what the driver means by them.
    await driver(() => session.ask("SET SESSION sql_mode = ''"));
    const hosts = await driver(() => hostsOf(target, session, username));
    if (hosts === null) {
      const words = (await driver(() => isOld(session)))
        ? "SET PASSWORD = PASSWORD(?)"
        : "ALTER USER CURRENT_USER() IDENTIFIED BY ?";
      await sending(target, () => ask(session, words, [password]), noOf);
      return "";
    }
    if (hosts.length === 0) {
      if (!change.create) throw missing(target, change);
      await sending(
        target,
        () => ask(session, "CREATE USER ?@'%' IDENTIFIED BY ?", [username, password]),
        noOf,
      );
      return "";
    }
    const statement = (await driver(() => isOld(session)))
      ? { text: "SET PASSWORD FOR ?@? = PASSWORD(?)", each: true }
      : { text: `ALTER USER ${hosts.map(() => "?@? IDENTIFIED BY ?").join(", ")}`, each: false };
    const values = hosts.map((host) => [username, host, password]);
    for (const those of statement.each ? values : [values.flat()]) {
      await sending(target, () => ask(session, statement.text, those), noOf);
    }
    return "";
  },
};

/** Asks; a refusal has all its reasons: MariaDB says that an operation failed, and why only in its warnings. */
async function ask(session: MysqlSession, words: string, values: readonly string[]): Promise<void> {
  try {
    await session.ask(words, values);
  } catch (error) {
    if (error instanceof Error && noOf(error) !== null) {
      const warnings = await session.ask("SHOW WARNINGS").catch(() => []);
      const reasons = warnings.map(({ Message: reason }) => String(reason));
      error.message = [...new Set([...reasons, error.message])].join("; ");
    }
    throw error;
  }
}

/** Where an account is known from; null: it is who is signed in and may not look, and changes itself. */
async function hostsOf(
  target: TargetConnection,
  session: MysqlSession,
  username: string,
): Promise<readonly string[] | null> {
  try {
    const rows = await session.ask("SELECT Host AS host FROM mysql.user WHERE User = ?", [username]);
    return rows.map(({ host }) => String(host));
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ER_TABLEACCESS_DENIED_ERROR" && target.account.username === username) return null;
    throw error;
  }
}

/** Whether the server is of before `ALTER USER … IDENTIFIED BY`: MySQL 5.7.6, MariaDB 10.2. */
async function isOld(session: MysqlSession): Promise<boolean> {
  const [row] = await session.ask("SELECT VERSION() AS version");
  const version = String(row?.version ?? "");
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  const number = major * 10_000 + minor * 100 + patch;
  return number < (/mariadb/i.test(version) ? 100_200 : 50_706);
}

/** An error with an SQL state is the server's no; `08` is one of the connection, 1053 one of a server that ends. */
function noOf(error: Error & { readonly sqlState?: unknown; readonly errno?: unknown }): string | null {
  const { sqlState, errno, message } = error;
  const isNo =
    typeof sqlState === "string" && sqlState !== "" && !sqlState.startsWith("08") && errno !== 1053;
  return isNo ? message : null;
}
