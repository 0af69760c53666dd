import type { RunnerChange } from "../../transport/runner-control/messages.ts";
import { TargetFailure } from "../../transport/targets/failure.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** How a kind of target gives an account another secret. */
export interface ChangeMeans {
  /**
   * Has the target take the new secret: a password in the place of the former one, a key beside the others. Done twice
   * it is as if done once. Answers what people should know of it, or `""`.
   *
   * @throws TargetFailure `change_refused` or `change_unclear` once the change was sent; anything else means that the
   *   target was not touched
   */
  set(target: TargetConnection, change: RunnerChange): Promise<string>;
  /**
   * Whether the target itself has found a secret to be that of the account, for accounts that are not let in to prove it. Asked
   * as the account that changes others; false: it has not, or does not say.
   */
  attests?(target: TargetConnection, change: RunnerChange, secret: string): Promise<boolean>;
  /** Takes away the keys that the new one replaces, when it is proved. */
  clear?(target: TargetConnection, change: RunnerChange): Promise<void>;
}

/** The account a change is about, as texts name it. */
export const accountOf = ({ account }: Pick<RunnerChange, "account">): string =>
  `${account.name}(${account.username})`;

/** The target said no: nothing of the change comes later. */
export function refused(target: TargetConnection, shown: string): TargetFailure {
  return target.failure("change_refused", text.changeRefused, { shown: target.quote(shown) });
}

/**
 * Sends a change. What fails without the target's own no leaves open whether it was made.
 *
 * @param said what an error says when it is the target's no; null: it is something else
 * @throws TargetFailure `change_refused` or `change_unclear`
 */
export async function sending<T>(
  target: TargetConnection,
  send: () => Promise<T>,
  said: (error: Error) => string | null = () => null,
): Promise<T> {
  try {
    return await target.within(send());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof TargetFailure && error.code === "change_refused") throw error;
    const no = error instanceof TargetFailure ? null : said(error);
    if (no !== null) throw refused(target, no);
    const shown = target.quote(error.message);
    throw target.failure("change_unclear", text.changeUnclear, { shown });
  }
}

/** An account that is to have a new secret is not there. */
export function missing(target: TargetConnection, change: Pick<RunnerChange, "account">): TargetFailure {
  return target.failure("account_missing", text.accountMissing, { account: accountOf(change) });
}

/** A name that cannot be one on this kind of target, or could be read as something else. */
export function badName(target: TargetConnection, change: Pick<RunnerChange, "account">): TargetFailure {
  return target.failure("invalid_name", text.nameInvalid, { account: accountOf(change) });
}

/** @throws TargetFailure for what is no user name on Linux and Unix, or would mean something else in their files. */
export function checkPosixName(target: TargetConnection, change: Pick<RunnerChange, "account">): void {
  if (!/^[^\s:,/\p{Cc}-][^\s:,/\p{Cc}]*$/u.test(change.account.username)) throw badName(target, change);
}

/**
 * The password an account gets.
 *
 * @param longest characters a target of this kind takes
 * @throws TargetFailure `not_supported` for keys, `password_invalid`
 */
export function passwordOf(
  target: TargetConnection,
  { account, secret }: RunnerChange,
  longest: number,
): string {
  if (account.secretType !== "password") throw target.failure("not_supported", text.passwordsOnly);
  if (secret.length > longest) throw target.failure("password_invalid", text.passwordLong, { longest });
  if (secret === "" || /[\0\r\n]/.test(secret)) throw target.failure("password_invalid", text.passwordOdd);
  return secret;
}
