import i18next from "i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { confirm, nameSummary } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { type ActionOutcome, taskOutcome } from "../../kit/task-outcome.ts";
import { openTaskLog } from "../../kit/task-window.ts";
import { readConnectivity } from "../assets/index.ts";
import { ACCOUNTS } from "./resources.ts";

/** Asks before the secrets of accounts are forgotten. */
export function askToClearSecrets(accounts: readonly Row[], done: () => Promise<unknown>): void {
  const name = nameSummary(accounts.map((account) => valueText(account.name)));
  confirm({
    title: i18next.t("accounts:clearSecret"),
    content: i18next.t("accounts:clearSecretBody", { name }),
    confirmText: i18next.t("common:clear"),
    danger: true,
    onConfirm: async () => {
      const body = { account_ids: accounts.map(({ id }) => id) };
      await api(`${ACCOUNTS.url}clear-secret/`, { method: "PATCH", body });
      toast("success", i18next.t("accounts:secretCleared", { name }));
      await done();
    },
  });
}

/** Whether the automation of its platform can test an account. */
export function isTestable(account: Row): boolean {
  const automation = isRecord(account.asset) ? account.asset.auto_config : undefined;
  return isRecord(automation) && automation.ansible_enabled === true && automation.ping_enabled === true;
}

/** Whether the automation of its platform can make an account on its asset. */
export function isPushable(account: Row): boolean {
  const automation = isRecord(account.asset) ? account.asset.auto_config : undefined;
  return (
    isRecord(automation) && automation.ansible_enabled === true && automation.push_account_enabled === true
  );
}

async function ask(accounts: readonly Row[], action: "verify" | "push" = "verify"): Promise<string> {
  const body = { action, accounts: accounts.map(({ id }) => id) };
  return (await api<{ task: string }>(`${ACCOUNTS.url}tasks/`, { method: "POST", body })).task;
}

/** Tests accounts, and opens the log of what follows. */
export async function testAccounts(accounts: readonly Row[]): Promise<void> {
  openTaskLog(await ask(accounts));
}

/** Tests an account, and waits for what comes of it. */
export async function testAccount(account: Row): Promise<ActionOutcome> {
  const url = `${ACCOUNTS.url}${encodeURIComponent(String(account.id))}/`;
  return taskOutcome(await ask([account]), () => readConnectivity(url));
}

/** Makes accounts on their assets with the secrets that are kept, and opens the log of that. */
export async function pushAccounts(accounts: readonly Row[]): Promise<void> {
  openTaskLog(await ask(accounts, "push"));
}

/** Makes an account on its asset, and waits for what comes of it. */
export async function pushAccount(account: Row): Promise<ActionOutcome> {
  return taskOutcome(await ask([account], "push"));
}
