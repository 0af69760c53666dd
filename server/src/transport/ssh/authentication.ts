import ssh2, { type AnyAuthMethod, type AuthenticationType, type AuthHandlerMiddleware } from "ssh2";
import { withParameters } from "../../engine/i18n/messages.ts";
import { TargetFailure } from "../targets/failure.ts";
import { text } from "../targets/texts.ts";
import { type CertifiedKey, parseCertifiedKey } from "./certificates/certified-key.ts";

/** Makes what an account signs in with by certificate, afresh for each sign-in. */
export type CertificateSource = () => Promise<CertifiedKey>;

/** Who signs in, and with what. Holds a secret. */
export interface SshAccount {
  /** How failures name it, e.g. `name(username)`. */
  readonly display: string;
  readonly username: string;
  /** `ssh_key`: `secret` is the private key. Anything else is used as a password. */
  readonly secretType: string;
  readonly secret: string;
  readonly passphrase?: string;
  /** Set: it signs in by certificate, and `secret` is not used. */
  readonly certificate?: CertificateSource | undefined;
}

/** How an account signs in to an SSH target, and what it has learnt when it could not. */
export interface SshAuthentication {
  readonly handler: AuthHandlerMiddleware;
  /** Whether the secret was sent. */
  readonly tried: boolean;
  /** The failure to report when the target has turned down every method. */
  failure(target: string): TargetFailure;
}

/**
 * Signs in with the one secret of the account, once: the methods the target offers are asked for first, and a
 * wrong password is not tried a second time by another method, which would lock accounts twice as fast.
 *
 * @param certified what an account that signs in by certificate does it with; null for others
 * @throws TargetFailure `key_unreadable` or `secret_missing` before anything is sent
 */
export function sshAuthentication(
  account: SshAccount,
  certified: CertifiedKey | null = null,
): SshAuthentication {
  const names = { account: account.display };
  if (certified === null && account.secret === "")
    throw new TargetFailure("secret_missing", withParameters(text.secretMissing, names));
  const usesKey = certified === null && account.secretType === "ssh_key";
  if (usesKey) assertReadable(account, names);
  let tried = false;
  let offered: readonly string[] = [];

  const attempt = (methods: readonly string[]): AnyAuthMethod | null => {
    const { username, secret } = account;
    if (certified !== null) {
      if (!methods.includes("publickey")) return null;
      return { type: "publickey", username, key: parseCertifiedKey(certified) };
    }
    if (usesKey) {
      if (!methods.includes("publickey")) return null;
      const passphrase = account.passphrase ?? "";
      return { type: "publickey", username, key: secret, ...(passphrase === "" ? {} : { passphrase }) };
    }
    if (methods.includes("password")) return { type: "password", username, password: secret };
    if (!methods.includes("keyboard-interactive")) return null;
    return {
      type: "keyboard-interactive",
      username,
      prompt: (_name, _instructions, _language, prompts, finish) =>
        // Only a single hidden question can be the password; anything else gets no secret.
        finish(prompts.map((prompt) => (prompts.length === 1 && prompt.echo !== true ? secret : ""))),
    };
  };

  return {
    get tried() {
      return tried;
    },
    handler: (methodsLeft, _partialSuccess, next) => {
      // ssh2's types leave out that the first call has no methods yet, and that false gives up.
      const methods = methodsLeft as AuthenticationType[] | null;
      const finish = next as (method: AnyAuthMethod | false) => void;
      if (methods === null) {
        finish({ type: "none", username: account.username });
        return;
      }
      offered = methods;
      const method = tried ? null : attempt(methods);
      if (method === null) {
        finish(false);
        return;
      }
      tried = true;
      finish(method);
    },
    failure: (target) =>
      tried
        ? new TargetFailure(
            "authentication_failed",
            withParameters(certified === null ? text.authenticationFailed : text.certificateRefused, {
              target,
              ...names,
            }),
          )
        : new TargetFailure(
            "method_not_offered",
            withParameters(text.methodNotOffered, {
              target,
              ...names,
              methods: offered.join(", ").slice(0, 200),
            }),
          ),
  };
}

function assertReadable(account: SshAccount, names: { account: string }): void {
  const passphrase = account.passphrase ?? "";
  const key =
    passphrase === "" ? ssh2.utils.parseKey(account.secret) : ssh2.utils.parseKey(account.secret, passphrase);
  const first = Array.isArray(key) ? key[0] : key;
  if (first === undefined || first instanceof Error || !first.isPrivateKey()) {
    throw new TargetFailure("key_unreadable", withParameters(text.keyUnreadable, names));
  }
}
