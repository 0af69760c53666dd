import type { Duplex } from "node:stream";
import { text as targetText } from "../../engine/targets/texts.ts";
import { text } from "../texts.ts";
import { displayOf, type Visit } from "../visit.ts";
import { ByteReader } from "./byte-reader.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

/** Signs in to Redis and pings it; the user name is sent only where the platform says so. */
export async function probeRedis(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const stream = await visit.connectBounded();
  const tls = tlsOf(visit);
  const talk = new RedisTalk(visit, tls === null ? stream : await secured(visit, stream, tls));
  const withName = visit.order.target.setting.auth_username === true && account.username !== "";
  const signedIn = await talk.ask("AUTH", ...(withName ? [account.username] : []), password);
  if (signedIn !== "+OK") {
    if (/^-(?:WRONGPASS|NOPERM|ERR|NOAUTH)/.test(signedIn)) {
      throw visit.failure("authentication_failed", targetText.authenticationFailed, {
        account: displayOf(account),
      });
    }
    throw visit.failure("protocol_error", text.databaseFailed, { shown: visit.quote(signedIn) });
  }
  const pong = await talk.ask("PING");
  if (pong !== "+PONG") {
    throw visit.failure("protocol_error", text.databaseFailed, { shown: visit.quote(pong) });
  }
  return { accountChecked: true };
}

// A simple string or an error; nothing else is asked for.
const longestReply = 4096;

/** Requests and their one-line replies (RESP2). */
class RedisTalk {
  readonly #stream: Duplex;
  readonly #replies: ByteReader;

  constructor(visit: Visit, stream: Duplex) {
    this.#stream = stream;
    this.#replies = new ByteReader(visit, stream);
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
