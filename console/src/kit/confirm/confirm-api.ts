import i18next from "i18next";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { encryptSecret } from "../api/encryption.ts";
import { isNotFound } from "../api/not-found.ts";
import type { ConfirmRequest } from "../dialogs.tsx";
import { browserHasPasskeys } from "./passkey.ts";
import type { ConfirmLevel, ConfirmMethod, ConfirmQuestion } from "./question.ts";

const CONFIRM_URL = "/api/v1/authentication/confirm/";
const SEND_CODE_URL = "/api/v1/authentication/mfa/select/";

/** Where the moment of the last second factor is kept, in milliseconds since 1970. */
export const VERIFIED_KEY = "MFAVerifiedAt";

/** Asks how the person can confirm at a level: by a question, or only by having signed in recently. */
export async function fetchQuestion(level: ConfirmLevel): Promise<ConfirmQuestion | "relogin"> {
  const answer = await api<{ confirm_type: ConfirmLevel; content?: unknown }>(CONFIRM_URL, {
    // Servers that know passkeys list them only for those who can use them.
    query: { confirm_type: level, passkey: browserHasPasskeys() ? 1 : undefined },
  }).catch((error: unknown) => {
    // Without any second factor the person is led to where one is set up.
    if (level === "mfa" && isNotFound(error)) {
      return { confirm_type: level, content: [] };
    }
    throw error;
  });
  if (answer.confirm_type === "relogin") return "relogin";
  const methods = Array.isArray(answer.content) ? (answer.content as ConfirmMethod[]) : [];
  return { type: answer.confirm_type, methods };
}

/** Confirms by having signed in a moment ago. @returns whether that was recent enough */
export async function confirmBySignIn(): Promise<boolean> {
  try {
    await api(CONFIRM_URL, { method: "POST", body: { confirm_type: "relogin", secret_key: "" } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return false;
    throw error;
  }
}

/**
 * Confirms with a password or a code; the moment of a second factor is remembered.
 *
 * @param method name of the second factor; undefined for the password
 * @throws ApiError when it is wrong
 */
export async function confirmWith(
  type: ConfirmQuestion["type"],
  method: string | undefined,
  secret: string,
): Promise<void> {
  await api(CONFIRM_URL, {
    method: "POST",
    body: { confirm_type: type, mfa_type: method ?? "", secret_key: encryptSecret(secret) },
  });
  if (type === "mfa") sessionStorage.setItem(VERIFIED_KEY, String(Date.now()));
}

/** Has a code sent for a second factor. @throws ApiError when it cannot be sent */
export async function sendCode(method: string): Promise<void> {
  await api(SEND_CODE_URL, { method: "POST", body: { type: method } });
}

/** The question whether to sign in again, which leads back to this page. */
export async function signInAgainRequest(): Promise<ConfirmRequest> {
  await i18next.loadNamespaces("confirm");
  return {
    title: i18next.t("confirm:reloginTitle"),
    content: i18next.t("confirm:reloginBody"),
    confirmText: i18next.t("confirm:relogin"),
    onConfirm: () => {
      const { pathname, search, hash } = window.location;
      const next = encodeURIComponent(`${pathname}${search}${hash}`);
      window.location.assign(`/core/auth/logout/?next=${next}`);
    },
  };
}
