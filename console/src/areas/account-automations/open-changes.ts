import { useMemo } from "react";
import { api } from "../../kit/api/client.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { ListHandle } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import { useSession } from "../../kit/session.ts";
import { openTaskLog } from "../../kit/task-window.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

/** A change of a secret of which it is not known whether it was made, and whose account it is. */
interface OpenChange {
  readonly id: string;
  readonly account: string;
}

const urlOf = (id: string, act: "check" | "close") =>
  `/api/v1/sallyport/secret-changes/${encodeURIComponent(id)}/${act}/`;

/**
 * What to do about a change that could not be settled: look again now, or say which secret the account has
 * (docs/contract/account-automations.md, "Rotation").
 */
export function useOpenChangeActions(): (change: OpenChange, list: ListHandle) => readonly Action[] {
  const { t } = usePlanTexts();
  const { can } = useSession();
  const mayCheck = can("accounts.verify_account");
  const mayClose = can("accounts.change_account");
  return useMemo(() => {
    const check = async (id: string) => {
      try {
        openTaskLog((await api<{ task: string }>(urlOf(id, "check"), { method: "POST", body: {} })).task);
      } catch (error) {
        toastFailure(error);
      }
    };
    const close = ({ id, account }: OpenChange, secret: "current" | "new", list: ListHandle) =>
      confirm({
        title: t(`open.${secret}Title`, { name: account }),
        content: t(`open.${secret}Body`),
        confirmText: t(`open.${secret}`),
        danger: true,
        onConfirm: async () => {
          await api(urlOf(id, "close"), { method: "POST", body: { secret } });
          toast("success", t("open.closed", { name: account }));
          await list.reload();
        },
      });
    return (change, list) => [
      ...(mayCheck ? [{ key: "check", label: t("open.check"), order: 0, run: () => check(change.id) }] : []),
      ...(mayClose
        ? (["current", "new"] as const).map((secret, index) => ({
            key: secret,
            label: t(`open.${secret}`),
            order: 4 + index,
            danger: true,
            run: () => close(change, secret, list),
          }))
        : []),
    ];
  }, [mayCheck, mayClose, t]);
}
