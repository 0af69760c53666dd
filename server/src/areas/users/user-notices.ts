import type { CallerContext } from "../../engine/access/index.ts";

/**
 * Notices to users about changes of their account. It takes mails and links, which are built above users: the
 * composition root hands it in. Everything is sent when, and only if, the transaction of `context` commits.
 */
export interface UserNotices {
  /** Whether links can be mailed: without, a password is not taken from somebody who could not set another. */
  canMail(context: CallerContext): Promise<boolean>;
  /** To a new user with a local password: where to set it, or that somebody did. */
  created(context: CallerContext, userId: string, hasPassword: boolean): Promise<void>;
  /** An administrator took the password away: where to set another. */
  passwordReset(context: CallerContext, userId: string): Promise<void>;
  /** The user changed it. */
  passwordChanged(context: CallerContext, userId: string, userAgent: string): Promise<void>;
  /** An administrator set another. */
  passwordSet(context: CallerContext, userId: string): Promise<void>;
  /** An administrator gave another SSH key. */
  publicKeySet(context: CallerContext, userId: string): Promise<void>;
  /** The user turned second factors on or off. */
  mfaLevelChanged(context: CallerContext, userId: string, isOn: boolean): Promise<void>;
  /** An administrator took the SSH key away. */
  publicKeyReset(context: CallerContext, userId: string): Promise<void>;
  /** The user changed it. */
  publicKeyChanged(context: CallerContext, userId: string, userAgent: string): Promise<void>;
  /** An administrator took the second factors away. */
  factorsReset(context: CallerContext, userId: string): Promise<void>;
}
