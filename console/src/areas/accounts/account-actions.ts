import i18next from "i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { confirm, nameSummary } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { openTaskLog } from "../../kit/task-window.ts";
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

/** Tests accounts, or pushes them, and opens the log of what follows. */
export async function startAccountTask(action: "verify" | "push", accounts: readonly Row[]): Promise<void> {
  const body = { action, accounts: accounts.map(({ id }) => id) };
  const answer = await api<{ task: string }>(`${ACCOUNTS.url}tasks/`, { method: "POST", body });
  openTaskLog(answer.task);
}
