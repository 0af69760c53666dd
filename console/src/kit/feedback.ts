import i18next from "i18next";
import { ApiError, TIMED_OUT } from "./api/api-error.ts";

/** A way on from a message, to what it is about. */
export interface ToastLink {
  readonly text: string;
  /** Address, for opening in a new tab. */
  readonly href: string;
  /** Goes there within the page. */
  readonly follow: () => void;
}

/** Shows short messages; the application connects it to the component library. */
export interface Toaster {
  show(kind: "success" | "error" | "info", text: string, link?: ToastLink): void;
}

const state: { toaster: Toaster } = { toaster: { show: () => {} } };

/** Connects the toaster; called once by the application. */
export function connectToaster(toaster: Toaster): void {
  state.toaster = toaster;
}

/** Shows a message; a new one replaces the one on screen. */
export function toast(kind: "success" | "error" | "info", text: string, link?: ToastLink): void {
  state.toaster.show(kind, text, link);
}

/**
 * The sentence to show for a failure (docs/contract/console.md, "Failures"): a problem of the server in our words,
 * anything else in the server's, and where it has none in ours for the status.
 */
function sentence(error: ApiError): string {
  if (error.isUnreachable) return i18next.t("common:failure.network");
  if (error.code === TIMED_OUT) return i18next.t("common:failure.timeout");
  if (error.status === 500) return i18next.t("common:failure.server");
  if (error.text !== undefined) return error.text;
  switch (error.status) {
    case 403:
      return i18next.t("common:failure.forbidden");
    case 404:
      return i18next.t("common:failure.missing");
    case 409:
      return i18next.t("common:failure.conflict");
    case 413:
      return i18next.t("common:failure.tooLarge");
    case 429:
      return i18next.t("common:failure.tooMany");
    case 503:
      return i18next.t("common:failure.unavailable");
    default:
      return i18next.t(error.status < 500 ? "common:failure.request" : "common:failure.server");
  }
}

/**
 * What to tell a person about a failure. A problem of the server carries the id of the request, when the server sent
 * one, so that support can find it.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const text = sentence(error);
  return error.status >= 500 && error.requestId !== undefined
    ? i18next.t("common:failure.withRequest", { text, id: error.requestId })
    : text;
}

/**
 * Shows a failure as a toast, except a 401, which has a dialog of its own, and a lost connection, which has a banner
 * that stays as long as it lasts.
 */
export function toastFailure(error: unknown): void {
  if (error instanceof ApiError && (error.status === 401 || error.isUnreachable)) return;
  toast("error", failureText(error));
}
