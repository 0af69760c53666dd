import type { CallerContext } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { knownTimeZone, writeInstant } from "../../../engine/resource/index.ts";
import { actionNames } from "../../permissions/index.ts";
import type { TicketChange } from "../comments/events.ts";
import type { LockedTicket } from "../decide.ts";
import { text } from "../texts.ts";
import { type AssetRequest, checkPeriod, readChanges } from "./request.ts";
import { readRequest, type StoredRequest, writeRequest } from "./stored-request.ts";

/** What the last approval needs: something to reach, an account, and a time that is not over. */
function checkComplete(request: AssetRequest): void {
  checkPeriod(request);
  if (request.assetIds.length === 0 && request.nodeIds.length === 0) {
    throw new ValidationError({ apply_nodes: [text.selectAssets], apply_assets: [text.selectAssets] });
  }
  if (request.accounts.length === 0) throw new ValidationError({ apply_accounts: [common.required] });
  if (request.expired !== null && request.expired.getTime() <= Date.now()) {
    throw new ValidationError({ apply_date_expired: [text.isPast] });
  }
}

function shown(request: StoredRequest): Readonly<Record<string, string>> {
  const date = (value: Date | null): string =>
    value === null ? "" : writeInstant(value, knownTimeZone(undefined));
  return {
    apply_nodes: request.nodes.join(", "),
    apply_assets: request.assets.join(", "),
    apply_accounts: request.accounts.join(", "),
    apply_actions: actionNames(request.actions).join(", "),
    apply_date_start: date(request.start),
    apply_date_expired: date(request.expired),
  };
}

const isFinal = ({ approval_step: step, levels }: LockedTicket): boolean => step >= levels;

/**
 * Takes over what an approver changed of a request, and checks it, in full before the last approval.
 * @returns what was changed, for the comment
 */
export async function changeRequest(
  context: CallerContext,
  ticket: LockedTicket,
  body: unknown,
): Promise<TicketChange[]> {
  const { db } = context;
  const before = await readRequest(db, ticket.id);
  const wanted = { ...before, ...(await readChanges(context, body, ticket.org_id)) };
  if (isFinal(ticket)) checkComplete(wanted);
  else checkPeriod(wanted);
  await writeRequest(db, ticket.id, wanted);
  const [old, now] = [shown(before), shown(await readRequest(db, ticket.id))];
  return Object.entries(now).flatMap(([field, after]) =>
    old[field] === after ? [] : [{ field, before: old[field] ?? "", after }],
  );
}

/** Checks a request that is approved as it stands. */
export async function checkRequest(context: CallerContext, ticket: LockedTicket): Promise<void> {
  if (ticket.type !== "apply_asset") return;
  if (isFinal(ticket)) checkComplete(await readRequest(context.db, ticket.id));
}
