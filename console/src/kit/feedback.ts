import i18next from "i18next";
import { ApiError } from "./api/api-error.ts";

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
 * The sentence to show for a failure: the server's words first, else our own for the status (docs/contract/console.md, "Requests").
 */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 500) return i18next.t("common:failure.server");
  if (error.text !== undefined) return error.text;
  if (error.status === 0) return i18next.t("common:failure.network");
  if (error.status === 403) return i18next.t("common:failure.forbidden");
  if (error.status === 404) return i18next.t("common:failure.missing");
  if (error.status === 409) return i18next.t("common:failure.conflict");
  if (error.status < 500) return i18next.t("common:failure.request");
  return i18next.t("common:failure.server");
}

/** Shows a failure as a toast, except a 401, which has a dialog of its own. */
export function toastFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return;
  toast("error", failureText(error));
}
