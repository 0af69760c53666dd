import type { Duplex } from "node:stream";
import ssh2, { type Client } from "ssh2";
import { type Message, withParameters } from "../../engine/i18n/messages.ts";
import { log } from "../../engine/log.ts";
import { displayAddress, TargetFailure } from "../targets/failure.ts";
import { text } from "../targets/texts.ts";
import { type AlgorithmProfile, targetAlgorithms } from "./algorithms.ts";
import { type SshAccount, type SshAuthentication, sshAuthentication } from "./authentication.ts";
import { sendCertificates } from "./certificates/send-certificates.ts";
import { enforceChannelRules } from "./channel-rules.ts";
import { gatherWrites } from "./gathered-writes.ts";
import { describeHostKey, type HostKeyEndpoint, type HostKeyStore, verifyHostKey } from "./host-key.ts";
import { hybridOffer } from "./post-quantum/availability.ts";

/** An SSH server and how to sign in to it. */
export interface SshServer {
  /** Where its host key is pinned; also what failures call it. */
  readonly endpoint: HostKeyEndpoint;
  readonly account: SshAccount;
  readonly profile: AlgorithmProfile;
}

/** What signing in needs beside the server. */
export interface SshConnectionOptions {
  readonly hostKeys: HostKeyStore;
  /** Longest wait for the handshake and the sign-in together, in milliseconds. */
  readonly timeout: number;
  /** How often a server that says nothing is asked for a sign of life, in milliseconds; default 60 000. */
  readonly keepAliveInterval?: number | undefined;
  /** What the server says before the sign-in; foreign text. */
  readonly onBanner?: (text: string) => void;
}

/** A connection that is signed in. */
export interface SshConnection {
  readonly client: Client;
  /** Whether the server asked for the secret; one that lets anybody in has proved nothing about the account. */
  readonly secretUsed: boolean;
}

/**
 * Shakes hands and signs in over a stream that leads to an SSH server, after comparing its host key with the
 * pinned one. The stream stays the caller's to destroy, also when this fails.
 *
 * @throws TargetFailure `host_key_changed`, `no_common_algorithm`, `not_ssh`, `timeout`, `authentication_failed`,
 *   `method_not_offered`, `key_unreadable` or `secret_missing`
 */
export async function openSshConnection(
  stream: Duplex,
  server: SshServer,
  options: SshConnectionOptions,
): Promise<SshConnection> {
  const { endpoint, account, profile } = server;
  const certified = (await account.certificate?.()) ?? null;
  const authentication = sshAuthentication(account, certified);
  const fail = failuresOf(server, options.timeout);
  const [pinned, offerHybrid] = await Promise.all([options.hostKeys.get(endpoint), hybridOffer()]);
  if (stream.destroyed) throw fail("not_ssh", text.notSsh);
  gatherWrites(stream);
  const client = new ssh2.Client();
  if (options.onBanner !== undefined) client.on("banner", options.onBanner);
  let refusal: unknown;
  await new Promise<void>((resolve, reject) => {
    client.once("ready", resolve);
    // Stays for good: an error later on must not end the process.
    client.on("error", (error: Error & { level?: string }) => {
      log.debug({ err: error, host: endpoint.host, port: endpoint.port }, "ssh connection failed");
      reject(refusal ?? handshakeFailure(error, authentication, server, fail));
    });
    client.once("close", () => reject(refusal ?? fail("not_ssh", text.notSsh)));
    client.connect({
      sock: stream,
      username: account.username,
      readyTimeout: options.timeout,
      keepaliveInterval: options.keepAliveInterval ?? 60_000,
      // So many unanswered ones end it.
      keepaliveCountMax: 3,
      algorithms: targetAlgorithms(pinned?.algorithm ?? null, profile),
      authHandler: authentication.handler,
      hostVerifier: (blob: Buffer, verify: (valid: boolean) => void) => {
        verifyHostKey(options.hostKeys, endpoint, describeHostKey(blob)).then(
          () => verify(true),
          (error: unknown) => {
            refusal = error;
            verify(false);
          },
        );
      },
    });
    // A machine that cannot be updated has never heard of it.
    if (profile === "modern") offerHybrid(client);
    enforceChannelRules(client);
    if (certified !== null) sendCertificates(client);
  });
  return { client, secretUsed: authentication.tried };
}

type Fail = (code: string, message: Message) => TargetFailure;

function failuresOf({ endpoint }: SshServer, timeout: number): Fail {
  const parameters = {
    target: displayAddress(endpoint.host, endpoint.port),
    seconds: Math.round(timeout / 1000),
  };
  return (code, message) => new TargetFailure(code, withParameters(message, parameters));
}

function handshakeFailure(
  error: Error & { level?: string },
  authentication: SshAuthentication,
  { endpoint }: SshServer,
  fail: Fail,
): TargetFailure {
  const target = displayAddress(endpoint.host, endpoint.port);
  if (error.level === "client-authentication") return authentication.failure(target);
  if (error.level === "client-timeout") return fail("timeout", text.timeout);
  if (error.message.includes("no matching")) return fail("no_common_algorithm", text.noCommonAlgorithm);
  return authentication.tried ? authentication.failure(target) : fail("not_ssh", text.notSsh);
}
