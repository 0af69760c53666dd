import { openMongodb } from "../protocols/mongodb.ts";
import { badName, type ChangeMeans, missing, passwordOf, sending } from "./means.ts";

const longestPassword = 1_000;

/** Errors of a server that stops or gives its place away: the change may have been made. */
const unclear: readonly number[] = [6, 7, 50, 89, 91, 189, 262, 9001, 11_600, 11_602];

/** Passwords of MongoDB's users, in the database that the asset names. */
export const mongodbPassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    if (username === "" || /\p{Cc}/u.test(username)) throw badName(target, change);
    const pwd = passwordOf(target, change, longestPassword);
    const session = await openMongodb(target);
    const { users } = await session.ask({ usersInfo: { user: username, db: session.database } });
    const isThere = Array.isArray(users) && users.length > 0;
    if (!isThere && !change.create) throw missing(target, change);
    const command = isThere ? { updateUser: username, pwd } : { createUser: username, pwd, roles: [] };
    await sending(target, () => session.run(command), noOf);
    return "";
  },
};

/** An error with a code is the server's no. */
function noOf(error: Error & { readonly code?: unknown }): string | null {
  const { code, message } = error;
  return typeof code === "number" && !unclear.includes(code) ? message : null;
}
