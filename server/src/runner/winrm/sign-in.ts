import type { Duplex } from "node:stream";
import { channelBindingOf } from "../ntlm/channel-binding.ts";
import { NtlmClient } from "../ntlm/client.ts";
import { NtlmError } from "../ntlm/ntlm-error.ts";
import type { SealedChannel } from "../ntlm/sealing.ts";
import { exchange, type HttpAnswer } from "../protocols/http-exchange.ts";
import { certificateOf, securedByPin } from "../protocols/tls.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { sealBody, sealedType, soapType, unsealBody } from "./encrypted-body.ts";

const path = "/wsman";

/** A connection on which the account is signed in. */
export interface WinrmConnection {
  readonly url: string;
  /** Whether what is asked next shows that the target knows the account: it is sealed, or goes over TLS. */
  ask(envelope: string, wait: number): Promise<{ readonly status: number; readonly body: string }>;
}

/**
 * Connects to WS-Management and signs in: by NTLMv2, over TLS bound to its certificate, in clear with everything that
 * follows sealed; where a service over TLS only has Basic, by that.
 *
 * @throws TargetFailure
 */
export async function signInByWinrm(target: TargetConnection): Promise<WinrmConnection> {
  const { address, port } = target.endpoint;
  const { account, password } = target;
  const { username } = account;
  const plain = await target.connectBounded();
  const isSecure = target.spec.target.setting.use_ssl === true;
  const stream = isSecure ? await securedByPin(target, plain, { address, port }) : plain;
  const url = `${isSecure ? "https" : "http"}://${target.display}${path}`;
  const ntlm = new NtlmClient({
    ...{ username, password, service: `HTTP/${address}` },
    channelBinding: bindingOf(stream),
  });
  const offered = await post(target, stream, { authorization: negotiate(ntlm.first) });
  const challenge = challengeIn(offered);
  if (challenge === null) {
    const methods = methodsOf(offered);
    if (!isSecure || !methods.includes("basic")) throw notOffered(target, methods);
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    const headers = { authorization: basic };
    return {
      url,
      ask: (envelope, wait) => askOpenly(target, stream, headers, { envelope, wait }, refusedAccount),
    };
  }
  const { message, channel } = checked(target, () => ntlm.answer(challenge));
  const { status } = await post(target, stream, { authorization: negotiate(message) });
  if (status === 401) throw refusedAccount(target);
  // The sign-in belongs to the connection: what follows says nothing of it.
  const ask: WinrmConnection["ask"] = isSecure
    ? (envelope, wait) => askOpenly(target, stream, {}, { envelope, wait }, forgotten)
    : (envelope, wait) => askSealed(target, stream, channel, { envelope, wait });
  return { url, ask };
}

const bindingOf = (stream: Duplex): Buffer | null => {
  const certificate = certificateOf(stream);
  return certificate === undefined ? null : channelBindingOf(certificate);
};

const negotiate = (message: Buffer): string => `Negotiate ${message.toString("base64")}`;

/** The message of the service; null: it has none. */
function challengeIn({ status, headers }: HttpAnswer): Buffer | null {
  const found = /(?:^|,)\s*Negotiate\s+([A-Za-z0-9+/]+={0,2})\s*(?:,|$)/i.exec(
    headers["www-authenticate"] ?? "",
  );
  return status === 401 && found?.[1] !== undefined ? Buffer.from(found[1], "base64") : null;
}

/** What a service offers to sign in by, in small letters. */
function methodsOf({ headers }: HttpAnswer): readonly string[] {
  const offered = (headers["www-authenticate"] ?? "").toLowerCase();
  return ["negotiate", "kerberos", "basic", "credssp"].filter((name) =>
    new RegExp(`(?:^|,)\\s*${name}(?:[\\s,]|$)`).test(offered),
  );
}

function notOffered(target: TargetConnection, methods: readonly string[]) {
  if (methods.length === 0) return target.failure("protocol_error", text.notWinrm, { status: 401 });
  return target.failure("method_not_offered", text.winrmMethods, { methods: methods.join(", ") });
}

/** The target has not taken the account, or does not let it in. */
const refusedAccount = (target: TargetConnection) =>
  target.failure("authentication_failed", text.winrmRefused, { account: displayOf(target.account) });

/** Asks without anything to say, for the sign-in. */
async function post(
  target: TargetConnection,
  stream: Duplex,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const answer = await exchange(target, stream, { method: "POST", path, host: target.display, headers });
  if (answer.status >= 300 && answer.status < 400) throw elsewhere(target);
  if (answer.status !== 200 && answer.status !== 401) throw notThere(target, answer.status);
  return answer;
}

const elsewhere = (target: TargetConnection) => target.failure("protocol_error", text.sentElsewhere);
const notThere = (target: TargetConnection, status: number) =>
  target.failure("protocol_error", text.notWinrm, { status });

/** A service that no longer knows who has signed in: whether the account is right, it has not said. */
const forgotten = (target: TargetConnection) =>
  target.failure("service_failed", text.httpFailed, { status: 401 });

type Asked = ReturnType<WinrmConnection["ask"]>;

/** What is asked, and the longest wait for the answer. */
interface Asking<Body = string> {
  readonly envelope: Body;
  readonly wait: number;
}

async function askOpenly(
  target: TargetConnection,
  stream: Duplex,
  headers: Readonly<Record<string, string>>,
  asking: Asking,
  unknown: (target: TargetConnection) => Error,
): Asked {
  const answer = await ask(target, stream, { ...headers, "content-type": soapType }, asking);
  if (answer.status === 401) throw unknown(target);
  return { status: answer.status, body: answer.body };
}

async function askSealed(
  target: TargetConnection,
  stream: Duplex,
  channel: SealedChannel,
  { envelope, wait }: Asking,
): Asked {
  const sealed = { envelope: sealBody(channel, envelope), wait };
  const { status, headers, bytes } = await ask(target, stream, { "content-type": sealedType }, sealed);
  if (status === 401) throw forgotten(target);
  // Some faults of the service itself come without a word. What has words and is not sealed is not believed.
  if (!/^multipart\/encrypted\b/i.test(headers["content-type"] ?? "")) {
    throw status === 200 || bytes.length > 0 ? forged(target) : notThere(target, status);
  }
  return { status, body: checked(target, () => unsealBody(channel, bytes)) };
}

async function ask(
  target: TargetConnection,
  stream: Duplex,
  headers: Readonly<Record<string, string>>,
  { envelope: body, wait }: Asking<string | Buffer>,
): Promise<HttpAnswer> {
  const host = target.display;
  const answer = await exchange(target, stream, { method: "POST", path, host, headers, body, wait });
  if (answer.status >= 300 && answer.status < 400) throw elsewhere(target);
  return answer;
}

const forged = (target: TargetConnection) => target.failure("protocol_error", text.ntlmForged);

/** Has an error of NTLM told as one of the target. */
function checked<T>(target: TargetConnection, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof NtlmError)) throw error;
    if (error.reason === "weak") throw target.failure("protocol_error", text.ntlmWeak);
    if (error.reason === "forged") throw forged(target);
    throw target.failure("protocol_error", text.wrongProtocol);
  }
}
