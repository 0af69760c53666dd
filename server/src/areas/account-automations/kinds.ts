import type { Message } from "../../engine/i18n/index.ts";
import { text } from "./texts.ts";

/** What is done with accounts by plan, beside backing them up. */
export type AutomationKind = "change_secret" | "push_account" | "gather_accounts";

/** What people and clients call a kind of automation. */
export interface KindNames {
  readonly kind: AutomationKind;
  /** Of the plans and of the executions, below `/api/v1/accounts/`. */
  readonly plans: string;
  readonly executions: string;
  /** Subjects of the permissions: of plans, and of executions. */
  readonly model: string;
  readonly executionModel: string;
  /** The code that running one by hand takes. */
  readonly executePermission: string;
  readonly label: Message;
  readonly planLabel: Message;
  /** Words of the metadata. */
  readonly title: string;
}

/** The kinds by their names in the contract. */
export const kinds = {
  changeSecret: {
    kind: "change_secret",
    plans: "change-secret-automations",
    executions: "change-secret-executions",
    model: "changesecretautomation",
    executionModel: "changesecretexecution",
    // The contract's own spelling.
    executePermission: "accounts.add_changesecretexection",
    label: text.changeSecret,
    planLabel: text.changeSecretAutomation,
    title: "Change Secret",
  },
  pushAccount: {
    kind: "push_account",
    plans: "push-account-automations",
    executions: "push-account-executions",
    model: "pushaccountautomation",
    executionModel: "pushaccountexecution",
    executePermission: "accounts.add_pushaccountexecution",
    label: text.pushAccount,
    planLabel: text.pushAutomation,
    title: "Push Account",
  },
  gatherAccounts: {
    kind: "gather_accounts",
    plans: "gather-account-automations",
    executions: "gather-account-executions",
    model: "gatheraccountsautomation",
    executionModel: "gatheraccountsexecution",
    executePermission: "accounts.add_gatheraccountsexecution",
    label: text.gatherAccounts,
    planLabel: text.gatherAutomation,
    title: "Gather Accounts",
  },
} as const satisfies Readonly<Record<string, KindNames>>;
