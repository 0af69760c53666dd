import type { RequestContext } from "../../../engine/access/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import { isInLoginPage } from "../../factors/index.ts";
import { asText } from "../../pages/index.ts";
import { captchaText, checkCaptcha, isCaptchaDue } from "../captcha/index.ts";

/** What the sign-in form asks for beside name and password; at most one thing. */
export type Extra = "challenge" | "mfa" | "captcha" | null;

/** What it asks this name for from this address. Contract: docs/contract/identity.md, "Sign-in page". */
export async function extraOf({ services, remoteAddress }: RequestContext, username: string): Promise<Extra> {
  if (await services.settings.get<boolean>("SECURITY_LOGIN_CHALLENGE_ENABLED")) return "challenge";
  if (await isInLoginPage(services)) return "mfa";
  return (await isCaptchaDue(services, { username, remoteAddress })) ? "captcha" : null;
}

/** The password with what the form asked for beside it, or what is wrong with that. */
export async function withExtra(
  { services }: RequestContext,
  extra: Extra,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ readonly password: string } | { readonly problem: Message }> {
  const password = asText(fields.password);
  if (extra === "captcha") {
    // The page that was opened anew does not know yet who is coming.
    if (fields.captcha_0 === undefined) return { problem: captchaText.asked };
    const isPassed = await checkCaptcha(services, asText(fields.captcha_0), asText(fields.captcha_1));
    return isPassed ? { password } : { problem: captchaText.wrong };
  }
  const code = extra === "challenge" ? asText(fields.challenge).trim() : "";
  return { password: code === "" ? password : await joined(services, password, code) };
}

/** The dynamic code behind the password, which the page may have encrypted. One that does not open fails as it is. */
async function joined(
  { fieldCipher }: Pick<Services, "fieldCipher">,
  password: string,
  code: string,
): Promise<string> {
  try {
    return `${await fieldCipher.open(password)}${code}`;
  } catch (error) {
    if (error instanceof ApiError) return password;
    throw error;
  }
}
