import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { rowKey, rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { refreshSession } from "../../kit/session-refresh.ts";
import { stillHeld } from "./holdings.ts";
import { ORGANIZATIONS } from "./resources.ts";

/** Asks before an organization is deleted, and says what it has to be emptied of first. */
export function useDeletion(): (organization: Row, onDeleted: () => Promise<unknown> | unknown) => void {
  const { t } = useTranslation(["organizations", "common", "kit"]);
  return (organization, onDeleted) => {
    const name = rowName(organization);
    const held = stillHeld(organization);
    confirm({
      title: t("deleteTitle", { name }),
      content:
        held.length === 0 ? (
          t("deleteEmpty")
        ) : (
          <>
            <p>{t("deleteHolds")}</p>
            <ul>
              {held.map(({ key, amount }) => (
                <li key={key}>
                  {t(`amount.${key}`)}: <span className="numeric">{amount}</span>
                </li>
              ))}
            </ul>
            <p className="hint">{t("deleteAlso")}</p>
          </>
        ),
      confirmText: t("common:delete"),
      danger: true,
      onConfirm: async () => {
        await api(`${ORGANIZATIONS.url}${rowKey(organization)}/`, { method: "DELETE" });
        toast("success", t("kit:remove.done", { name }));
        await onDeleted();
        await refreshSession();
      },
    });
  };
}
