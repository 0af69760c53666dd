import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { cacheSelection } from "../../kit/api/resources.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import type { Action } from "../../kit/list/row-actions.tsx";
import { rowKey, rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { refreshSession } from "../../kit/session-refresh.ts";
import { USERS } from "./resources.ts";

/**
 * What takes users out of an organization (docs/contract/identity.md, "Actions of users"): for one row, and for the
 * selected ones. Nobody but a system administrator takes themselves out.
 */
export function useLeaving(organization: { readonly id: string; readonly name: string } | undefined) {
  const { t } = useTranslation("users");
  const { can, profile } = useSession();
  const id = organization?.id;
  const name = organization?.name ?? "";
  const may = can("users.remove_user") && id !== undefined;
  const mayLeave = profile.is_superuser === true;
  const me = profile.id;

  const done = useCallback(
    async (rows: readonly Row[], list: ListHandle, text: string) => {
      toast("success", text);
      await list.reload();
      if (rows.some((row) => row.id === me)) await refreshSession();
    },
    [me],
  );
  const one = useCallback(
    (row: Row, list: ListHandle): readonly Action[] => {
      if (!may) return [];
      const person = rowName(row);
      const run = () =>
        confirm({
          title: t("leave.title", { name: person, organization: name }),
          content: t("leave.body"),
          confirmText: t("leave.confirm"),
          danger: true,
          onConfirm: async () => {
            await api(`${USERS.url}${rowKey(row)}/remove/`, { method: "POST", query: { oid: id } });
            await done([row], list, t("leave.done", { name: person }));
          },
        });
      const disabled = row.id === me && !mayLeave;
      return [{ key: "leave", label: t("leave.action"), order: 25, danger: true, disabled, run }];
    },
    [may, mayLeave, me, id, name, done, t],
  );
  const selected = useCallback(
    (rows: readonly Row[], list: ListHandle): readonly Action[] => {
      if (!may) return [];
      const count = rows.length;
      const run = () =>
        confirm({
          title: t("leave.titleMany", { count, organization: name }),
          content: t("leave.body"),
          confirmText: t("leave.confirm"),
          danger: true,
          onConfirm: async () => {
            const spm = await cacheSelection(rows.map(rowKey));
            await api(`${USERS.url}remove/`, { method: "POST", query: { spm, oid: id } });
            await done(rows, list, t("leave.doneMany", { count }));
          },
        });
      return [{ key: "leave", label: t("leave.selected"), danger: true, run }];
    },
    [may, id, name, done, t],
  );
  return { one, selected };
}
