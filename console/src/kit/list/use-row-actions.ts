import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { confirmDelete } from "../dialogs.tsx";
import { toast, toastFailure } from "../feedback.ts";
import type { Row } from "../metadata/types.ts";
import type { ListPermissions } from "./list-context.ts";
import type { ListHandle, ResourceListProps, RowPlan } from "./list-props.ts";
import { type Action, DELETE_ORDER } from "./row-actions.tsx";
import { rowKey, rowName } from "./rows.ts";
import type { ListController } from "./use-list-controller.ts";

const BUILT_INS = ["update", "delete", "duplicate"] as const;
const USUAL: RowPlan = {};

/** Deletes a row and says so. */
function useRemoval({ url }: { readonly url: string }, { reload, selection }: ListController) {
  const { t } = useTranslation("kit");
  const { select } = selection;
  return useCallback(
    async (row: Row) => {
      await api(`${url}${encodeURIComponent(rowKey(row))}/`, { method: "DELETE" });
      select([row], false);
      toast("success", t("remove.done", { name: rowName(row) }));
      await reload();
    },
    [url, select, reload, t],
  );
}

/** The question before a row is deleted: the list's own, or the usual one. */
function askAndRemove(
  url: string,
  row: Row,
  remove: (row: Row) => Promise<void>,
  ask?: (row: Row) => Promise<boolean>,
) {
  if (ask === undefined) {
    return confirmDelete(rowName(row), () => remove(row), { url, ids: [rowKey(row)] });
  }
  void ask(row)
    .then((agreed) => (agreed ? remove(row) : undefined))
    .catch(toastFailure);
}

/**
 * What can be done with one row: the built-in actions the person may use, and the area's.
 *
 * @returns a function that stays the same while nothing it depends on changes
 */
export function useRowActions(props: ResourceListProps, list: ListController, may: ListPermissions) {
  const { resource, deletion } = props;
  const { builtIns = BUILT_INS, extras, paths, canChange, canDelete = canChange } = props.rows ?? USUAL;
  const { t } = useTranslation(["common", "list"]);
  const { reload } = list;
  const handle = useMemo<ListHandle>(() => ({ reload }), [reload]);
  const remove = useRemoval(resource, list);
  const { add, change, delete: mayDelete, withheld } = may;
  const seesChange = change || withheld.change;
  const ask = deletion?.ask;
  return useCallback(
    (row: Row): Action[] => {
      const key = String(rowKey(row));
      const { routes } = resource;
      const { update, duplicate } = paths?.(row) ?? {
        update: routes.update?.(key),
        duplicate:
          routes.create === undefined ? undefined : `${routes.create}?clone_from=${encodeURIComponent(key)}`,
      };
      const actions: Action[] = [...(extras?.(row, handle) ?? [])];
      if (builtIns.includes("update") && update !== undefined && seesChange) {
        const disabled = withheld.change || !(canChange?.(row) ?? true);
        const reason = withheld.change ? { reason: t("list:root.change") } : {};
        actions.push({ key: "update", label: t("edit"), order: 10, to: update, disabled, ...reason });
      }
      if (builtIns.includes("delete") && (mayDelete || withheld.delete)) {
        const isKept = withheld.delete && resource.deletedInRoot?.(row) !== true;
        const disabled = isKept || !(canDelete?.(row) ?? true);
        const reason = isKept ? { reason: t("list:root.delete") } : {};
        const run = () => askAndRemove(resource.url, row, remove, ask);
        actions.push({
          key: "delete",
          label: t("delete"),
          order: DELETE_ORDER,
          danger: true,
          disabled,
          run,
          ...reason,
        });
      }
      if (builtIns.includes("duplicate") && duplicate !== undefined && add) {
        actions.push({ key: "duplicate", label: t("duplicate"), order: 30, to: duplicate });
      }
      return actions;
    },
    [
      resource,
      builtIns,
      extras,
      paths,
      canChange,
      canDelete,
      ask,
      handle,
      seesChange,
      withheld.change,
      withheld.delete,
      mayDelete,
      add,
      remove,
      t,
    ],
  );
}
