import { saveFlashMessage } from "../../engine/http/index.ts";
import type { Services } from "../../engine/services.ts";
import type { PasswordExpiry } from "./password-expiry.ts";
import { issueResetToken, resetPasswordAddress } from "./password-recovery/reset-tokens.ts";
import { text } from "./texts.ts";

/** Where somebody goes who has to change the password first: a page that says why, then the one that sets it. */
export async function passwordChangePath(
  { db }: Pick<Services, "db">,
  userId: string,
  { message }: PasswordExpiry,
): Promise<string> {
  const token = await issueResetToken({ db }, userId);
  return saveFlashMessage(db, {
    title: text.changePassword,
    message,
    redirectUrl: resetPasswordAddress(token),
    confirmButton: text.setPassword,
  });
}
