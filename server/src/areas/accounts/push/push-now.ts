import { type CallerContext, requirePermission } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import { text } from "../texts.ts";

/** What is asked for when accounts are to be made on their assets, with the secrets kept of them. */
export interface PushRequest {
  readonly accounts: readonly string[];
  /** By the id of a platform's method. */
  readonly params: JsonObject;
}

/**
 * Queues a push in the transaction of the request; answers the id of the task, where the accounts are of several
 * organizations that of the first one.
 */
export type PushAccounts = (context: CallerContext, request: PushRequest) => Promise<string>;

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Who makes accounts on assets. */
    accountPushes: PushAccounts;
  }
}

/**
 * Parameters of pushing by the id of a method; null is none.
 * @throws ValidationError on `params`
 */
export function readPushParameters(given: unknown): JsonObject {
  if (given === null || given === undefined) return {};
  if (!isObject(given) || !Object.values(given).every(isObject)) {
    throw new ValidationError({ params: [text.notPushParameters] });
  }
  return given as JsonObject;
}

/** What a write says of pushing. */
type Said = { readonly push_now?: unknown; readonly params?: unknown };

/**
 * Whoever has an account pushed has to have the right to, beside that to change it.
 * @throws PermissionDenied, or ValidationError on `params`
 */
export function checkPushNow(context: CallerContext, { push_now: isAsked, params }: Said): void {
  if (isAsked !== true) return;
  requirePermission(context, "accounts.push_account");
  readPushParameters(params);
}

/** Queues the push of accounts that were just written, where the write asked for it: one task for those alike. */
export async function pushNow(
  context: CallerContext,
  written: readonly { readonly id: string | number; readonly values: Said }[],
): Promise<void> {
  const batches = new Map<string, string[]>();
  for (const { id, values } of written) {
    if (values.push_now !== true) continue;
    const key = JSON.stringify(readPushParameters(values.params));
    batches.set(key, [...(batches.get(key) ?? []), String(id)]);
  }
  for (const [params, accounts] of batches) {
    await queuePush(context, accounts, JSON.parse(params) as JsonObject);
  }
}

/** Queues the push of accounts the caller may know of. */
export async function queuePush(
  context: CallerContext,
  accounts: readonly string[],
  params: JsonObject,
): Promise<void> {
  for (const push of context.services.extensions.of("accountPushes")) {
    await push(context, { accounts, params });
  }
}
