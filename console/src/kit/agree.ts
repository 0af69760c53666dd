import { ApiError } from "./api/api-error.ts";
import { api } from "./api/client.ts";
import { type ConfirmRequest, confirm } from "./dialogs.tsx";

/** Statuses of a server without an extension, and of viewers who may not see what it tells. */
const UNTOLD = [403, 404, 405];

/**
 * Asks the server what saving something would do; null where it does not tell. What is not valid is told by saving, at
 * its field.
 *
 * @param draft what would be saved
 */
export async function askPreview<Answer>(url: string, draft: unknown): Promise<Answer | null> {
  try {
    return await api<Answer>(url, { method: "POST", body: draft });
  } catch (error) {
    if (error instanceof ApiError && [400, ...UNTOLD].includes(error.status)) return null;
    throw error;
  }
}

/** Asks in a dialog; true once it is confirmed, false once it is closed. */
export function agreed(question: Omit<ConfirmRequest, "onConfirm" | "onCancel">): Promise<boolean> {
  return new Promise((resolve) => {
    confirm({ ...question, onConfirm: () => resolve(true), onCancel: () => resolve(false) });
  });
}
