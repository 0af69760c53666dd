import { type Language, type Message, translate } from "../../../engine/i18n/index.ts";
import { actionLabels } from "../../permissions/index.ts";
import { text } from "../texts.ts";
import type { TicketType } from "../ticket-types.ts";

/** A row of a ticket as messages show it. */
export interface ToldTicket {
  readonly id: string;
  readonly type: TicketType;
  readonly title: string;
  readonly serial_num: string;
  readonly state: "pending" | "closed" | "reopen" | "approved" | "rejected";
  readonly approval_step: number;
  readonly mfa_required: boolean;
  readonly applicant_id: string | null;
  readonly applicant: string;
  readonly comment: string;
  readonly rel_snapshot: Readonly<Record<string, string | readonly string[] | null>>;
  readonly apply_accounts: readonly string[];
  readonly apply_actions: number;
  readonly apply_date_start: Date | null;
  readonly apply_date_expired: Date | null;
  readonly apply_login_ip: string;
  readonly apply_login_city: string;
  readonly apply_login_datetime: Date | null;
  readonly apply_login_account: string;
  readonly is_emergency: boolean;
  readonly apply_run_asset: string;
  readonly apply_run_account: string;
  readonly apply_run_command: string;
}

/** A line of what is asked for. */
export type Fact = readonly [label: Message, value: string | Message];

/** What the aliases of accounts are called. */
const aliases: Readonly<Record<string, Message>> = {
  "@ALL": text.allAccounts,
  "@INPUT": text.manualAccount,
  "@USER": text.ownAccount,
  "@ANON": text.anonymousAccount,
};

const calledAccounts = (accounts: readonly string[]): (string | Message)[] =>
  accounts
    .filter((account) => account !== "@SPEC")
    .map((account) => (Object.hasOwn(aliases, account) ? aliases[account] : undefined) ?? account);

/** Several values as one, each in the reader's language; empty for none. */
function listed(values: readonly (string | Message)[]): string | Message {
  if (values.every((value) => typeof value === "string")) return values.join(", ");
  const inLanguage = (language: Language): string =>
    values.map((value) => (typeof value === "string" ? value : translate(value, language))).join(", ");
  return { key: text.accounts.key, en: inLanguage("en"), zh: inLanguage("zh"), ja: inLanguage("ja") };
}

/** What a ticket asks for, as people read it. */
export function appliedFacts(ticket: ToldTicket, writeDate: (date: Date) => string): readonly Fact[] {
  const named = (key: string): string => [ticket.rel_snapshot[key] ?? ""].flat().join("\n");
  const date = (value: Date | null): string => (value === null ? "" : writeDate(value));
  const facts: Readonly<Record<TicketType, readonly Fact[]>> = {
    apply_asset: [
      [text.nodes, named("apply_nodes")],
      [text.assets, named("apply_assets")],
      [text.accounts, listed(calledAccounts(ticket.apply_accounts))],
      [text.actions, listed(actionLabels(ticket.apply_actions))],
      [text.dateStart, date(ticket.apply_date_start)],
      [text.dateExpired, date(ticket.apply_date_expired)],
    ],
    login_confirm: [
      [text.loginIp, ticket.apply_login_ip],
      [text.loginCity, ticket.apply_login_city],
      [text.loginTime, date(ticket.apply_login_datetime)],
    ],
    command_confirm: [
      [text.runUser, named("apply_run_user")],
      [text.runAsset, ticket.apply_run_asset],
      [text.runAccount, ticket.apply_run_account],
      [text.runCommand, ticket.apply_run_command],
      [text.filterRule, named("apply_from_cmd_filter_acl")],
    ],
    login_asset_confirm: [
      [text.loginUser, named("apply_login_user")],
      [text.loginAsset, named("apply_login_asset")],
      [text.loginAccount, ticket.apply_login_account],
    ],
  };
  return facts[ticket.type].filter(([, value]) => value !== "");
}
