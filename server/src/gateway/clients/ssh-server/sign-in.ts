import type {
  AuthContext,
  AuthenticationType,
  Connection,
  KeyboardAuthContext,
  PasswordAuthContext,
  PublicKeyAuthContext,
} from "ssh2";
import { translate } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { GatewayPorts, GatewayPrincipal } from "../../ports.ts";
import { sendBanner } from "./banner.ts";
import { disconnectClient } from "./disconnect-client.ts";
import type { IncomingConnection } from "./incoming-connection.ts";
import { answerSteps, type StepsState } from "./interactive-steps.ts";
import { type LoginName, parseLoginName } from "./login-name.ts";
import type { SignInState, TokenSignIn } from "./ports.ts";
import { shownKey } from "./shown-key.ts";
import { serverText } from "./texts.ts";

/** Protocols a user name may ask for. */
const protocols = ["ssh", "telnet", "sftp"];

/** Most failures on one connection. */
const mostFailures = 8;

/** Most keys a client may ask about. */
const mostKeys = 20;

/** Most keys that somebody can choose from when they allow a client in the browser. */
const mostOffered = 5;

/** Most attempts of any kind: also those that cannot succeed keep a server busy. */
const mostAttempts = 64;

/** Somebody who is in, and what their user name asked for. */
export interface SignedIn {
  readonly principal: GatewayPrincipal;
  readonly name: LoginName;
  /** Set when the name was a connection token. */
  readonly token: TokenSignIn | null;
}

/** What is left to do, and what the user name asked for. */
interface PendingSteps {
  readonly state: StepsState;
  readonly name: LoginName;
}

/** A client that has connected, with what it calls itself. */
export interface Client extends IncomingConnection {
  readonly client: string;
}

/**
 * The sign-in of one connection: password, public key, token, and the required steps after them by keyboard-interactive.
 * A stranger learns nothing but that an attempt failed.
 */
export class SignIn {
  readonly #ports: GatewayPorts;
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #done: (signedIn: SignedIn) => void;
  #attempts = 0;
  #failures = 0;
  #keys = 0;
  /** Keys that were shown and let nobody in, as they came. */
  readonly #offered = new Set<string>();
  #pending: PendingSteps | null = null;

  /** @param done called once, before the client is told */
  constructor(
    ports: GatewayPorts,
    connection: Connection,
    client: Client,
    done: (signedIn: SignedIn) => void,
  ) {
    this.#ports = ports;
    this.#connection = connection;
    this.#client = client;
    this.#done = done;
  }

  /** Answers one attempt. */
  answer(attempt: AuthContext): void {
    this.#attempts += 1;
    if (this.#attempts > mostAttempts) {
      disconnectClient(this.#connection, this.#client.socket);
      return;
    }
    this.#answer(attempt).catch((error: unknown) => {
      log.error({ err: error }, "a sign-in by SSH failed");
      sendBanner(this.#connection, translate(serverText.signInUnavailable, "en"));
      this.#fail(attempt);
    });
  }

  #methods(): AuthenticationType[] {
    if (this.#pending !== null) return ["keyboard-interactive"];
    const { passwordAuthentication, publicKeyAuthentication, browserAuthentication } = this.#client.settings;
    return [
      ...(publicKeyAuthentication ? ["publickey" as const] : []),
      ...(browserAuthentication ? ["keyboard-interactive" as const] : []),
      ...(passwordAuthentication ? ["password" as const] : []),
    ];
  }

  async #answer(attempt: AuthContext): Promise<void> {
    if (attempt.method === "none" || !this.#methods().includes(attempt.method)) {
      attempt.reject(this.#methods());
      return;
    }
    const name = parseLoginName(attempt.username, protocols);
    if (name === null) {
      // Said once: clients try several methods with the same name.
      if (this.#failures === 0) sendBanner(this.#connection, translate(serverText.nameUnreadable, "en"));
      return this.#fail(attempt);
    }
    if (attempt.method === "password") return this.#byPassword(attempt, name);
    if (attempt.method === "publickey") return this.#byKey(attempt, name);
    if (attempt.method === "keyboard-interactive") {
      return this.#pending === null ? this.#byBrowser(attempt, name) : this.#bySteps(attempt, this.#pending);
    }
    return this.#fail(attempt);
  }

  async #byPassword(attempt: PasswordAuthContext, name: LoginName): Promise<void> {
    const { password } = attempt;
    if (password === "") return this.#fail(attempt);
    const { address: remoteAddress, client } = this.#client;
    if (name.kind === "token") {
      const { sshServer } = this.#ports;
      const token = await sshServer.signInByToken(name.tokenId, password, remoteAddress, client);
      if (token === null) return this.#fail(attempt);
      return this.#accept(attempt, { principal: token.principal, name, token });
    }
    const proof = { kind: "password", password } as const;
    const { username } = name;
    this.#went(attempt, name, await this.#ports.sshServer.signIn({ username, proof, remoteAddress, client }));
  }

  /** A key that nobody stored is no attempt at anything: agents offer all they have. */
  async #byKey(attempt: PublicKeyAuthContext, name: LoginName): Promise<void> {
    this.#keys += 1;
    const key = shownKey(attempt);
    if (this.#keys > mostKeys || key === null || name.kind === "token") return this.#fail(attempt);
    const { username } = name;
    const { address: remoteAddress, client } = this.#client;
    const { sshServer } = this.#ports;
    if (!(await sshServer.knowsKey({ username, key: key.line, remoteAddress }))) {
      if (!key.isCertificate && this.#offered.size < mostOffered) this.#offered.add(key.line);
      attempt.reject(this.#methods());
      return;
    }
    if (attempt.signature === undefined) {
      attempt.accept();
      return;
    }
    const { blob, signature, hashAlgo } = attempt;
    // Only this proves that the client has the other half of the key.
    if (blob === undefined || !key.proves(blob, signature, hashAlgo)) return this.#fail(attempt);
    const proof = { kind: "public-key", key: key.line } as const;
    this.#went(attempt, name, await sshServer.signIn({ username, proof, remoteAddress, client }));
  }

  /** Has somebody allow the client in the browser. Who would rather type the password does so there. */
  async #byBrowser(attempt: KeyboardAuthContext, name: LoginName): Promise<void> {
    if (name.kind === "token") return this.#fail(attempt);
    const { username } = name;
    const { address: remoteAddress, client, settings } = this.#client;
    const { sshServer } = this.#ports;
    const state = await sshServer.askInBrowser({ username, remoteAddress, client, keys: [...this.#offered] });
    if (state === null) return this.#fail(attempt);
    if (state.state !== "browser") return this.#went(attempt, name, state);
    this.#client.admission.waiting();
    const byPassword = (password: string) =>
      sshServer.signIn({ username, proof: { kind: "password", password }, remoteAddress, client });
    const pending = { state: settings.passwordAuthentication ? { ...state, byPassword } : state, name };
    return this.#bySteps(attempt, pending);
  }

  async #bySteps(attempt: KeyboardAuthContext, pending: PendingSteps): Promise<void> {
    const gone = new AbortController();
    const leave = () => gone.abort();
    const { socket } = this.#client;
    if (socket.destroyed) leave();
    socket.once("close", leave);
    const state = await answerSteps(attempt, pending.state, gone.signal);
    socket.off("close", leave);
    // Required steps are done once: after a failure the sign-in starts over.
    this.#pending = null;
    this.#went(attempt, pending.name, state);
  }

  #went(attempt: AuthContext, name: LoginName, state: SignInState): void {
    if (state.state === "in") {
      this.#accept(attempt, { principal: state.person, name, token: null });
    } else if (state.state === "refused") {
      if (state.told) sendBanner(this.#connection, translate(state.message, state.language));
      this.#fail(attempt);
    } else {
      this.#pending = { state, name };
      if (state.state === "consent") this.#takeBackWhenGone(state);
      this.#client.admission.waiting();
      attempt.reject(["keyboard-interactive"], true);
    }
  }

  /** A question for which nobody waits any more is taken back. */
  #takeBackWhenGone(state: Extract<SignInState, { readonly state: "consent" }>): void {
    this.#client.socket.once("close", () => {
      if (this.#pending?.state !== state) return;
      state.cancel().catch((error: unknown) => log.warn({ err: error }, "a review could not be taken back"));
    });
  }

  #accept(attempt: AuthContext, signedIn: SignedIn): void {
    this.#client.admission.signedIn();
    this.#done(signedIn);
    attempt.accept();
  }

  #fail(attempt: AuthContext): void {
    this.#failures += 1;
    attempt.reject(this.#methods());
    if (this.#failures >= mostFailures) disconnectClient(this.#connection, this.#client.socket);
  }
}
