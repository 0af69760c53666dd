import type { Duplex } from "node:stream";
import {
  type Message,
  type MessageParameters,
  translate,
  translations,
  withParameters,
} from "../engine/i18n/messages.ts";
import type { JsonObject } from "../engine/json.ts";
import type { JobSpec, RunnerAccount, RunnerHop } from "../transport/runner-control/messages.ts";
import type { SshAccount } from "../transport/ssh/authentication.ts";
import { reachThrough } from "../transport/ssh/gateways.ts";
import type { HostKeyStore } from "../transport/ssh/host-key.ts";
import type { Route, SshHop } from "../transport/ssh/route.ts";
import { type Conversation, sanitized, waitWithin } from "../transport/targets/conversation.ts";
import type { Endpoint } from "../transport/targets/dial.ts";
import { displayAddress, TargetFailure } from "../transport/targets/failure.ts";
import { text as targetText } from "../transport/targets/texts.ts";
import { jobHostKeys } from "./host-keys.ts";
import { type RunnerContext, RunnerFailure } from "./method.ts";
import { TargetStream } from "./target-stream.ts";
import { text } from "./texts.ts";

const longestConnect = 15_000;
const longestStep = 30_000;

// A sign-in and one question take a few kilobytes of any protocol.
const mostReceived = 4 * 1024 * 1024;
// What statements bring is as long as it is; it is not kept.
const mostOfStatements = 1024 * 1024 * 1024;

/** One look at a target: the job, the connections made for it, and how its failures are told. */
export class TargetConnection implements Conversation {
  readonly spec: JobSpec;
  readonly hostKeys: HostKeyStore;
  readonly signal: AbortSignal;
  readonly #context: RunnerContext;
  readonly #closers: (() => void)[] = [];
  readonly #bounded: TargetStream[] = [];
  #misbehaved: TargetFailure | null = null;

  constructor(spec: JobSpec, context: RunnerContext) {
    this.spec = spec;
    this.#context = context;
    this.signal = context.signal;
    this.hostKeys = jobHostKeys(spec, context.hostKeys);
  }

  /** Longest wait for a connection, and again for its sign-in, in milliseconds: never all the time of the job. */
  get connectTimeout(): number {
    return Math.min(longestConnect, this.spec.timeoutSeconds * 500);
  }

  /** Longest wait for the answer to one step afterwards, in milliseconds. */
  get stepTimeout(): number {
    return Math.min(longestStep, this.spec.timeoutSeconds * 500);
  }

  /** Address and port of the target. */
  get endpoint(): Endpoint {
    return { address: this.spec.target.address, port: this.spec.target.port };
  }

  /** The target as texts name it. */
  get display(): string {
    return displayAddress(this.endpoint.address, this.endpoint.port);
  }

  /**
   * The account to sign in with.
   *
   * @throws TargetFailure `no_account`
   */
  get account(): RunnerAccount {
    const { account } = this.spec;
    if (account === null) throw this.failure("no_account", text.noAccount);
    return account;
  }

  /**
   * The password of the account.
   *
   * @throws TargetFailure `secret_missing`, or `not_supported` when it has another kind of secret
   */
  get password(): string {
    const { secret, secretType } = this.account;
    if (secret === null || secret === "") {
      throw this.failure("secret_missing", targetText.secretMissing, { account: displayOf(this.account) });
    }
    if (secretType === "ssh_key") {
      throw this.failure("not_supported", text.passwordOnly, { account: displayOf(this.account) });
    }
    return secret;
  }

  /** Says something in the log. */
  say(message: Message, parameters: MessageParameters = {}): void {
    this.#context.log(translate(withParameters(message, parameters), this.spec.language));
  }

  /** A text in the language of the job. */
  told(message: Message, parameters: MessageParameters = {}): string {
    return translate(withParameters(message, parameters), this.spec.language);
  }

  /** A failure of the target, named in its text. */
  failure(code: string, message: Message, parameters: MessageParameters = {}): TargetFailure {
    return new TargetFailure(code, withParameters(message, { target: this.display, ...parameters }));
  }

  /**
   * Foreign text, fit to be read by people: without control characters and without any secret of the job, cut
   * short.
   */
  quote(foreign: string): string {
    return this.#sanitize(foreign.slice(0, 4000)).slice(0, 300);
  }

  /** Connects to the target, or to another endpoint beside it, through the gateways of the job. */
  async connect(endpoint: Endpoint = this.endpoint): Promise<Duplex> {
    const { stream, route } = await reachThrough(this.spec.gateways.map(hopOf), endpoint, {
      hostKeys: this.hostKeys,
      timeout: this.connectTimeout,
      signal: this.signal,
    });
    this.#keep(route, stream);
    return stream;
  }

  /** The same for drivers: bounded in what it may bring. */
  async connectBounded(endpoint: Endpoint = this.endpoint): Promise<TargetStream> {
    return this.bound(await this.connect(endpoint));
  }

  /** Bounds what a stream may bring. */
  bound(stream: Duplex): TargetStream {
    const bound = new TargetStream(stream, mostReceived, () => {
      this.#misbehaved ??= this.failure("misbehaved", targetText.misbehaved);
      return this.#misbehaved;
    });
    this.#bounded.push(bound);
    return bound;
  }

  /** From now on statements bring what they bring: who is signed in is no longer a stranger. */
  expectResults(): void {
    for (const stream of this.#bounded) stream.allowMore(mostOfStatements);
  }

  /** Has something closed when the connection is over. */
  onClose(close: () => void): void {
    this.#closers.push(close);
  }

  /**
   * Waits for one step of the target, and no longer than it may take.
   *
   * @throws TargetFailure `timeout`, or `stopped` when the job is given up
   */
  within<T>(step: Promise<T>, milliseconds: number = this.stepTimeout): Promise<T> {
    const seconds = Math.round(milliseconds / 1000);
    return waitWithin(
      step,
      { milliseconds, signal: this.signal },
      {
        timeout: () => this.failure("timeout", targetText.timeout, { seconds }),
        stopped: () => this.failure("stopped", targetText.stopped),
      },
    );
  }

  /** Ends every connection of the connection. */
  close(): void {
    for (const close of this.#closers.splice(0).reverse()) close();
  }

  /** How a failure is reported. Anything but a failure of the target stays what it is: a fault of ours. */
  explain(error: unknown): unknown {
    const failure = this.#misbehaved ?? error;
    if (!(failure instanceof TargetFailure)) return failure;
    const { en, zh, ja } = translations(failure.detail);
    const shown = { en: this.#sanitize(en), zh: this.#sanitize(zh), ja: this.#sanitize(ja) };
    return new RunnerFailure(describeFailure(failure), shown[this.spec.language], shown);
  }

  #sanitize(shown: string): string {
    return sanitized(shown, secretsOf(this.spec));
  }

  #keep(route: Route, stream: Duplex): void {
    this.onClose(() => {
      stream.destroy();
      route.close();
    });
  }
}

/** Connects to a target: connections are closed whatever happens, failures are reported in the job's language. */
export async function withTargetConnection(
  spec: JobSpec,
  context: RunnerContext,
  work: (target: TargetConnection) => Promise<JsonObject>,
): Promise<JsonObject> {
  const one = new TargetConnection(spec, context);
  try {
    return await work(one);
  } catch (error) {
    throw one.explain(error);
  } finally {
    one.close();
  }
}

/** An account as SSH signs in with it. */
export function sshAccountOf(account: Omit<RunnerAccount, "switchFrom">): SshAccount {
  const { username, secretType, secret, certificate } = account;
  return {
    display: displayOf(account),
    username,
    secretType,
    secret: secret ?? "",
    certificate: certificate && (async () => certificate),
  };
}

/** `name(username)`, as texts name an account. */
export function displayOf({ name, username }: { readonly name: string; readonly username: string }): string {
  return `${name}(${username})`;
}

function hopOf(hop: RunnerHop): SshHop {
  const { id, name, address, port, account, setting } = hop;
  const profile = setting.legacy_algorithms === true ? "legacy" : "modern";
  return { id, name, address, port, account: sshAccountOf(account), profile };
}

/** Reaching fails with these words here and in sessions; a gateway on the way has a code of its own. */
const codes: Readonly<Record<string, string>> = {
  refused: "connection_refused",
  unreachable: "host_unreachable",
  unknown_host: "host_unreachable",
  not_ssh: "protocol_error",
};

function describeFailure(failure: TargetFailure): string {
  const code = codes[failure.code] ?? failure.code;
  if (failure.gateway === null || failure.code === "host_key_changed") return code;
  return "gateway_unreachable";
}

function secretsOf(spec: JobSpec): string[] {
  const { account, change, trust, gateways, target } = spec;
  return [
    change?.secret,
    change?.account.secret,
    change?.account.switchFrom?.account.secret,
    account?.secret,
    account?.certificate?.privateKey,
    change?.account.certificate?.privateKey,
    trust?.account.certificate?.privateKey,
    trust?.account.secret,
    account?.switchFrom?.account.secret,
    ...gateways.map((hop) => hop.account.secret),
    target.specification.client_key,
  ].filter((secret) => typeof secret === "string");
}
