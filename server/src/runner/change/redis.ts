import { withParameters } from "../../engine/i18n/messages.ts";
import { openRedis, type RedisTalk, redisUsesNames } from "../protocols/redis.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { badName, type ChangeMeans, missing, passwordOf, refused, sending } from "./means.ts";

const longestPassword = 512;

/** Passwords of Redis: of its users where people sign in with a name, else the one of all. */
export const redisPassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    const password = passwordOf(target, change, longestPassword);
    const named = redisUsesNames(target) && username !== "";
    if (named && /[\s\p{Cc}]/u.test(username)) throw badName(target, change);
    if (named && !(await isThere(target, username))) {
      if (!change.create) throw missing(target, change);
      const minimal = ["ACL", "SETUSER", username, "on", `>${password}`, "~*", "+@read"];
      return await setAndKeep(target, minimal);
    }
    return await setAndKeep(
      target,
      named
        ? ["ACL", "SETUSER", username, "resetpass", `>${password}`]
        : ["CONFIG", "SET", "requirepass", password],
    );
  },
};

/** The answer is of many lines: the connection is of no use afterwards. */
async function isThere(target: TargetConnection, username: string): Promise<boolean> {
  const talk = await openRedis(target);
  const answer = await talk.ask("ACL", "GETUSER", username);
  if (answer.startsWith("-")) throw refused(target, answer.slice(1));
  return answer !== "*-1" && answer !== "$-1" && answer !== "_";
}

async function setAndKeep(target: TargetConnection, command: readonly string[]): Promise<string> {
  const talk = await openRedis(target);
  return await sending(target, async () => {
    const answer = await talk.ask(...command);
    if (answer !== "+OK") throw refused(target, answer.replace(/^-/, ""));
    return await keep(target, talk);
  });
}

/** A server that keeps nothing in files forgets the password when it starts again: people have to know. */
async function keep(target: TargetConnection, talk: RedisTalk): Promise<string> {
  for (const command of [
    ["ACL", "SAVE"],
    ["CONFIG", "REWRITE"],
  ]) {
    if ((await talk.ask(...command)) === "+OK") return "";
  }
  return target.told(withParameters(text.notKept, { target: target.display }));
}
