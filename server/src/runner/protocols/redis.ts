import type { Duplex } from "node:stream";
import { text as targetText } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { ByteReader } from "./byte-reader.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

/** Signs in to Redis and pings it; the user name is sent only where the platform says so. */
export async function probeRedis(target: TargetConnection): Promise<ProbeResult> {
  const { account, password } = target;
  const stream = await target.connectBounded();
  const tls = tlsOf(target);
  const talk = new RedisTalk(target, tls === null ? stream : await secured(target, stream, tls));
  const withName = target.spec.target.setting.auth_username === true && account.username !== "";
  const signedIn = await talk.ask("AUTH", ...(withName ? [account.username] : []), password);
  if (signedIn !== "+OK") {
    if (/^-(?:WRONGPASS|NOPERM|ERR|NOAUTH)/.test(signedIn)) {
      throw target.failure("authentication_failed", targetText.authenticationFailed, {
        account: displayOf(account),
      });
    }
    throw target.failure("protocol_error", text.databaseFailed, { shown: target.quote(signedIn) });
  }
  const pong = await talk.ask("PING");
  if (pong !== "+PONG") {
    throw target.failure("protocol_error", text.databaseFailed, { shown: target.quote(pong) });
  }
  return { accountChecked: true };
}

// A simple string or an error; nothing else is asked for.
const longestReply = 4096;

/** Requests and their one-line replies (RESP2). */
class RedisTalk {
  readonly #stream: Duplex;
  readonly #replies: ByteReader;

  constructor(target: TargetConnection, stream: Duplex) {
    this.#stream = stream;
    this.#replies = new ByteReader(target, stream);
  }

  ask(...words: readonly string[]): Promise<string> {
    this.#stream.write(command(words));
    return this.#replies.line(longestReply);
  }
}

function command(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}
