import { ApiError } from "../api/api-error.ts";
import { confirm } from "../dialogs.tsx";
import type { ConfirmLevel, ConfirmQuestion } from "./question.ts";

type Asker = (question: ConfirmQuestion) => Promise<boolean>;

const state: { ask: Asker } = { ask: async () => false };

/** Connects the confirmation to the dialog that asks; called by its host. */
export function connectConfirmation(ask: Asker): void {
  state.ask = ask;
}

/** The level an answer asks for, when that is what it says. */
function neededLevel(error: unknown): ConfirmLevel | undefined {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 412)) return undefined;
  const { code } = error;
  return code === "relogin" || code === "password" || code === "mfa" ? code : undefined;
}

async function isConfirmed(level: ConfirmLevel): Promise<boolean> {
  const steps = await import("./confirm-api.ts");
  const question = await steps.fetchQuestion(level);
  if (question !== "relogin") return state.ask(question);
  if (await steps.confirmBySignIn()) return true;
  confirm(await steps.signInAgainRequest());
  return false;
}

/**
 * Makes a call that the server may only answer to people who have just confirmed who they are
 * (docs/contract/console.md, "Confirmation"). When it asks for that, so does the console, and the call is made again.
 *
 * @returns what the call answers; undefined when the person did not confirm
 * @throws ApiError of the call, or when there is no way to confirm
 * @example const account = await confirmed(() => api<Row>(`/api/v1/accounts/account-secrets/${id}/`));
 */
export async function confirmed<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call();
  } catch (error) {
    const level = neededLevel(error);
    if (level === undefined) throw error;
    return (await isConfirmed(level)) ? call() : undefined;
  }
}
