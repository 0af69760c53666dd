import type { Duplex } from "node:stream";
import { text as targetText } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { ByteReader } from "./byte-reader.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

/** Signs in to Redis and pings it. */
export async function probeRedis(target: TargetConnection): Promise<ProbeResult> {
  const talk = await openRedis(target);
  const pong = await talk.ask("PING");
  // Some users may not even ask that; they have signed in.
  if (pong !== "+PONG" && !pong.startsWith("-NOPERM")) {
    throw target.failure("protocol_error", text.databaseFailed, { shown: target.quote(pong) });
  }
  return { accountChecked: true };
}

/** Whether people sign in with a user name, as the platform says. */
export const redisUsesNames = (target: TargetConnection): boolean =>
  target.spec.target.setting.auth_username === true;

/**
 * Signs in to Redis; the user name is sent only where the platform says so.
 *
 * @throws TargetFailure
 */
export async function openRedis(target: TargetConnection): Promise<RedisTalk> {
  const { account, password } = target;
  const stream = await target.connectBounded();
  const tls = tlsOf(target);
  const talk = new RedisTalk(target, tls === null ? stream : await secured(target, stream, tls));
  const withName = redisUsesNames(target) && account.username !== "";
  const signedIn = await talk.ask("AUTH", ...(withName ? [account.username] : []), password);
  if (signedIn !== "+OK") {
    if (/^-(?:WRONGPASS|NOPERM|ERR|NOAUTH)/.test(signedIn)) {
      throw target.failure("authentication_failed", targetText.authenticationFailed, {
        account: displayOf(account),
      });
    }
    throw target.failure("protocol_error", text.databaseFailed, { shown: target.quote(signedIn) });
  }
  return talk;
}

// A simple string or an error; nothing else is asked for.
const longestReply = 4096;

/** Requests and their one-line replies (RESP2). */
export class RedisTalk {
  readonly #stream: Duplex;
  readonly #replies: ByteReader;

  constructor(target: TargetConnection, stream: Duplex) {
    this.#stream = stream;
    this.#replies = new ByteReader(target, stream);
  }

  /** Sends a command; answers the first line of the reply. Nothing may be asked after a reply of several lines. */
  ask(...words: readonly string[]): Promise<string> {
    this.#stream.write(command(words));
    return this.#replies.line(longestReply);
  }
}

function command(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}
