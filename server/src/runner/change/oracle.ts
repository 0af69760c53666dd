import { databaseFailure } from "../protocols/database.ts";
import { type OracleSession, openOracle, oracleRefusal } from "../protocols/oracle.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { badName, type ChangeMeans, missing, passwordOf, sending } from "./means.ts";

/** Releases before 23 take no more, in bytes. */
const longestPassword = 30;

/** Passwords of Oracle's users, whose names are kept in capital letters. */
export const oraclePassword: ChangeMeans = {
  async set(target, change) {
    const username = change.account.username.toUpperCase();
    if (!/^[A-Z][A-Z0-9_$#]{0,127}$/.test(username)) throw badName(target, change);
    const password = passwordOf(target, change, longestPassword);
    checkPassword(target, password);
    const session = await openOracle(target);
    const isOwn = target.account.username.toUpperCase() === username;
    const isThere = await isKnown(target, session, { username, isOwn });
    if (!isThere && !change.create) throw missing(target, change);
    for (const statement of statements({
      username,
      password,
      isThere,
      former: isOwn ? target.password : null,
    })) {
      await sending(target, () => session.run(statement), noOf);
    }
    return "";
  },
};

/** @throws TargetFailure `password_invalid` for what cannot stand between quotation marks there */
function checkPassword(target: TargetConnection, password: string): void {
  if (password.includes('"')) throw target.failure("password_invalid", text.passwordQuoted);
  if (Buffer.byteLength(password) > longestPassword) {
    throw target.failure("password_invalid", text.passwordLong, { longest: longestPassword });
  }
}

/** Whether a user is there. Who may not look there can still change itself. */
async function isKnown(
  target: TargetConnection,
  session: OracleSession,
  { username, isOwn }: { readonly username: string; readonly isOwn: boolean },
): Promise<boolean> {
  try {
    const rows = await target.within(
      session.run("SELECT username FROM dba_users WHERE username = :1", [username]),
    );
    return rows.length > 0;
  } catch (error) {
    if (isOwn && error instanceof Error && /ORA-(?:00942|01031)\b/.test(error.message)) return true;
    if (!(error instanceof Error)) throw error;
    throw databaseFailure(target, error, oracleRefusal(error));
  }
}

/** What is sent, one after the other. `former`: the password of who changes itself. */
export function statements(about: {
  readonly username: string;
  readonly password: string;
  readonly isThere: boolean;
  readonly former: string | null;
}): readonly string[] {
  const { username, password, isThere, former } = about;
  if (!isThere) {
    return [`CREATE USER ${username} IDENTIFIED BY "${password}"`, `GRANT CREATE SESSION TO ${username}`];
  }
  const replaced = former === null || former.includes('"') ? "" : ` REPLACE "${former}"`;
  return [`ALTER USER ${username} IDENTIFIED BY "${password}"${replaced}`];
}

/** An error of the server is its no; those of a connection that is lost or a server that stops are none. */
function noOf({ message }: Error): string | null {
  const [, number] = /ORA-(\d{5})\b/.exec(message) ?? [];
  const isLost =
    number === undefined || /^(?:03113|03114|03135|01089|01090|01092|00028|12\d{3})$/.test(number);
  return isLost ? null : message;
}
