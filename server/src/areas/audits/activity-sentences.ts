import type { ActivityAction } from "../../engine/audit/index.ts";
import { type Language, type Message, translate, withParameters } from "../../engine/i18n/index.ts";
import { protocolLabel } from "../assets/index.ts";
import { text } from "./activity-texts.ts";
import { signInReason } from "./login-logs.ts";
import { operateActions } from "./operate-logs.ts";

/** One thing that happened to an object, as it was recorded. */
export interface ActivityRow {
  readonly id: string;
  /** `O`: an operation; `S`: a session; `L`: a sign-in; `A`: an activity of its own, which the contract counts as O. */
  readonly kind: "O" | "S" | "L" | "A";
  readonly at: Date;
  /** `name(username)`. */
  readonly user: string;
  /** Of an operation: what was done; of a sign-in: the reason it failed, if any. */
  readonly action: string;
  /** Whether a session was connected or a sign-in succeeded; true for the rest. */
  readonly succeeded: boolean;
  /** The client's; empty when it is not known. */
  readonly address: string;
  /** The object of an operation by name, or the asset of a session as `name(address)`. */
  readonly object: string;
  /** `name(username)` of the account of a session. */
  readonly account: string;
  readonly protocol: string;
}

const operations: Readonly<Record<string, Message>> = {
  create: text.created,
  update: text.updated,
  delete: text.deleted,
  view: text.viewed,
  export: text.exported,
  download: text.downloaded,
  connect: text.opened,
  login: text.signedInTo,
  change_password: text.changedPassword,
};

const ownActivities: Readonly<Record<ActivityAction, Message>> = {
  view_secret: text.secretViewed,
  export_secret: text.secretExported,
};

/** `name(username)` as a sentence has it: `name (username)`, and once where both are the same. */
export function spelledOut(display: string): string {
  const [, name = display, inner = ""] = /^(.+?)\s*\(([^()]*)\)$/.exec(display) ?? [];
  return inner === "" || inner === name ? name : `${name} (${inner})`;
}

function sentence(row: ActivityRow): Message {
  if (row.kind === "A") return ownActivities[row.action as ActivityAction];
  if (row.kind === "S") return row.succeeded ? text.connected : text.notConnected;
  if (row.kind === "L") return row.succeeded ? text.signedIn : text.signInFailed;
  return operations[row.action] ?? text.otherAction;
}

/** What happened, as one sentence in the reader's language. */
export function activitySentence(row: ActivityRow, language: Language): string {
  const { user, action, address, object, account, protocol } = row;
  const known = operateActions.find(({ value }) => value === action)?.label;
  return translate(
    withParameters(sentence(row), {
      user: spelledOut(user),
      action: known === undefined ? action : translate(known, language),
      address: address === "" ? translate(text.unknownAddress, language) : address,
      object,
      asset: spelledOut(object),
      account: spelledOut(account),
      protocol: protocolLabel(protocol),
      reason: signInReason(action, language),
    }),
    language,
  );
}
