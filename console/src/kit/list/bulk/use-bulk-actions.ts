import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { toast, toastFailure } from "../../feedback.ts";
import type { ListTools } from "../list-context.ts";
import type { BulkPlan } from "../list-props.ts";
import { type Action, DELETE_ORDER, sortedActions } from "../row-actions.tsx";
import { rowKey } from "../rows.ts";
import { rowsPhrase } from "./rows-phrase.ts";

/** A dialog about the selected rows. */
export type BulkDialog = "delete" | "update";

/** Sets `is_active` of the selected rows, after the list's own question about it. */
function useActivation(list: ListTools, review: BulkPlan["review"]) {
  const { t } = useTranslation("list");
  const { rows } = list.selection;
  return async (active: boolean) => {
    try {
      if (review !== undefined && !(await review(rows, { is_active: active }))) return;
      const body = rows.map((row) => ({ id: rowKey(row), is_active: active }));
      await api(list.url, { method: "PATCH", body });
      toast(
        "success",
        t(active ? "activation.activated" : "activation.deactivated", {
          rows: rowsPhrase(t, list.label, rows),
        }),
      );
      await list.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
}

/**
 * What can be done with the selected rows: the built-in actions the person may use, and the area's.
 *
 * @returns the actions, and the dialog that one of them opened
 */
export function useBulkActions(plan: BulkPlan, list: ListTools) {
  const { t } = useTranslation("list");
  const { may } = list;
  const [dialog, setDialog] = useState<BulkDialog>();
  const setActive = useActivation(list, plan.review);
  const disabled = may.withheld.change;
  const seesChange = may.change || disabled;
  const actions: Action[] = [...(plan.extras?.(list.selection.rows, { reload: list.reload }) ?? [])];
  if (plan.activation === true && seesChange) {
    actions.push(
      { key: "activate", label: t("activation.activate"), disabled, run: () => void setActive(true) },
      { key: "deactivate", label: t("activation.deactivate"), disabled, run: () => void setActive(false) },
    );
  }
  if (plan.update !== undefined && seesChange) {
    actions.push({ key: "update", label: t("update.action"), disabled, run: () => setDialog("update") });
  }
  if (plan.delete !== false && (may.delete || may.withheld.delete)) {
    actions.push({
      key: "delete",
      label: t("delete.action"),
      order: DELETE_ORDER,
      danger: true,
      disabled: may.withheld.delete,
      run: () => setDialog("delete"),
    });
  }
  return { actions: sortedActions(actions), dialog, closeDialog: () => setDialog(undefined) };
}
