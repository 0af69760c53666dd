import { ApiError } from "../../errors.ts";
import { type Message, withParameters } from "../../i18n/messages.ts";
import { text } from "./texts.ts";

const messages = {
  vault_not_set_up: text.notSetUp,
  vault_unreachable: text.unreachable,
  vault_untrusted: text.untrusted,
  vault_timeout: text.timeout,
  vault_sealed: text.sealed,
  vault_not_initialized: text.notInitialized,
  vault_not_authenticated: text.notAuthenticated,
  vault_denied: text.denied,
  vault_redirects: text.redirects,
  vault_no_engine: text.noEngine,
  vault_secret_missing: text.missing,
  vault_busy: text.busy,
  vault_failed: text.failed,
  vault_misplaced: text.misplaced,
} as const satisfies Record<string, Message>;

/** Why the vault did not do what it was asked; stable words. Contract: docs/contract/accounts.md, "The vault". */
export type VaultErrorCode = keyof typeof messages;

/** 503: the vault did not take or give a secret. Holds neither the secret nor the token. */
export class VaultError extends ApiError {
  declare readonly code: VaultErrorCode;

  /** @param status of the vault's answer, where it gave one that means nothing else */
  constructor(code: VaultErrorCode, status?: number) {
    const message = messages[code];
    super(503, code, status === undefined ? message : withParameters(message, { status }));
  }
}
