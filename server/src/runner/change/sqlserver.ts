import { withDriver } from "../protocols/database.ts";
import {
  openSqlserver,
  runBatch,
  sqlserverName,
  sqlserverRefusal,
  sqlserverText,
} from "../protocols/sqlserver.ts";
import { badName, type ChangeMeans, missing, passwordOf, sending } from "./means.ts";

const longestPassword = 128;

/** Passwords of SQL Server's logins. Its own checks of passwords apply, and their words are told. */
export const sqlserverPassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    if (username === "" || username.length > 128 || /\p{Cc}/u.test(username)) throw badName(target, change);
    const password = passwordOf(target, change, longestPassword);
    const session = await openSqlserver(target);
    const [there] = await withDriver(
      target,
      () => runBatch(session, `SELECT COUNT(*) FROM sys.sql_logins WHERE name = ${sqlserverText(username)}`),
      sqlserverRefusal,
    );
    const isThere = Number(there?.[0] ?? 0) > 0;
    if (!isThere && !change.create) throw missing(target, change);
    // Who changes itself may do so with the former password alone.
    const isOwn = isThere && target.account.username.toLowerCase() === username.toLowerCase();
    const former = isOwn ? ` OLD_PASSWORD = ${sqlserverText(target.password)}` : "";
    const statement = `${isThere ? "ALTER" : "CREATE"} LOGIN ${sqlserverName(username)} WITH PASSWORD = ${sqlserverText(password)}${former}`;
    await sending(target, () => runBatch(session, statement), noOf);
    return "";
  },
};

/** An error with a number is the server's no, unless it ends the connection with it. */
function noOf(error: Error & { readonly number?: unknown; readonly class?: unknown }): string | null {
  const { number, message } = error;
  return typeof number === "number" && Number(error.class ?? 0) < 20 ? message : null;
}
