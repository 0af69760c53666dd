import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { confirmDelete } from "../dialogs.tsx";
import { toast, toastFailure } from "../feedback.ts";
import type { Row } from "../metadata/types.ts";
import type { ListPermissions } from "./list-context.ts";
import type { ListHandle, ResourceListProps } from "./list-props.ts";
import type { Action } from "./row-actions.tsx";
import { rowKey, rowName } from "./rows.ts";
import type { ListController } from "./use-list-controller.ts";

/** A dialog about the selected rows. */
export type BulkDialog = "delete" | "update";

const BUILT_INS = ["update", "delete", "duplicate"] as const;

/**
 * What can be done with one row and with the selected ones: the built-in actions the person may use, and the area's.
 *
 * @returns `rowActions` (stable while nothing changes), `bulkActions`, and the dialog that is open
 */
export function useListActions(props: ResourceListProps, list: ListController, may: ListPermissions) {
  const { resource, rowBuiltIns = BUILT_INS, rowExtras, rowPaths, canChange, canDelete = canChange } = props;
  const { deletion, review } = props;
  const { t } = useTranslation(["list", "common", "kit"]);
  const [dialog, setDialog] = useState<BulkDialog>();
  const { reload, selection } = list;
  const { select } = selection;
  const handle = useMemo<ListHandle>(() => ({ reload }), [reload]);

  const remove = useCallback(
    async (row: Row) => {
      await api(`${resource.url}${encodeURIComponent(rowKey(row))}/`, { method: "DELETE" });
      select([row], false);
      toast("success", t("kit:remove.done", { name: rowName(row) }));
      await reload();
    },
    [resource.url, select, reload, t],
  );
  const { add, change, delete: mayDelete } = may;
  const withheld = may.withheld.change;
  const seesChange = change || withheld;
  const rowActions = useCallback(
    (row: Row): Action[] => {
      const allowed = canChange?.(row) ?? true;
      const key = String(rowKey(row));
      const { routes } = resource;
      const { update, duplicate } = rowPaths?.(row) ?? {
        update: routes.update?.(key),
        duplicate:
          routes.create === undefined ? undefined : `${routes.create}?clone_from=${encodeURIComponent(key)}`,
      };
      const actions: Action[] = [...(rowExtras?.(row, handle) ?? [])];
      if (rowBuiltIns.includes("update") && update !== undefined && seesChange) {
        actions.push({
          key: "update",
          label: t("common:edit"),
          order: 10,
          to: update,
          disabled: withheld || !allowed,
        });
      }
      if (rowBuiltIns.includes("delete") && mayDelete) {
        const ask = deletion?.ask;
        const run =
          ask === undefined
            ? () => confirmDelete(rowName(row), () => remove(row))
            : () =>
                void ask(row)
                  .then((agreed) => (agreed ? remove(row) : undefined))
                  .catch(toastFailure);
        actions.push({
          key: "delete",
          label: t("common:delete"),
          order: 20,
          danger: true,
          disabled: !(canDelete?.(row) ?? true),
          run,
        });
      }
      if (rowBuiltIns.includes("duplicate") && duplicate !== undefined && add) {
        actions.push({ key: "duplicate", label: t("common:duplicate"), order: 30, to: duplicate });
      }
      return actions;
    },
    [
      resource,
      rowBuiltIns,
      rowExtras,
      rowPaths,
      canChange,
      canDelete,
      deletion,
      handle,
      seesChange,
      withheld,
      mayDelete,
      add,
      remove,
      t,
    ],
  );

  const rows = selection.rows;
  const setActive = async (active: boolean) => {
    try {
      if (review !== undefined && !(await review(rows, { is_active: active }))) return;
      const body = rows.map((row) => ({ id: rowKey(row), is_active: active }));
      await api(list.url, { method: "PATCH", body });
      toast("success", t(active ? "activation.activated" : "activation.deactivated", { count: rows.length }));
      await reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const bulkActions: Action[] = [...(props.bulkExtras?.(rows, handle) ?? [])];
  if (props.activation === true && seesChange) {
    bulkActions.push(
      {
        key: "activate",
        label: t("activation.activate"),
        disabled: withheld,
        run: () => void setActive(true),
      },
      {
        key: "deactivate",
        label: t("activation.deactivate"),
        disabled: withheld,
        run: () => void setActive(false),
      },
    );
  }
  if (props.bulkUpdate !== undefined && seesChange) {
    bulkActions.push({
      key: "update",
      label: t("update.action"),
      disabled: withheld,
      run: () => setDialog("update"),
    });
  }
  if (props.bulkDelete !== false && mayDelete) {
    bulkActions.push({
      key: "delete",
      label: t("delete.action"),
      danger: true,
      run: () => setDialog("delete"),
    });
  }
  return { rowActions, bulkActions, dialog, closeDialog: () => setDialog(undefined) };
}
