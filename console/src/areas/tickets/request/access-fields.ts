import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import type { FieldMap } from "../../../kit/metadata/types.ts";
import { readAccountRule, writeAccountRule } from "../../permissions/index.ts";
import { actionTree } from "../actions.ts";
import { AskedAccountsInput, AskedAssetsInput, AskedNodesInput } from "./target-inputs.tsx";

const isBefore = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date && one.getTime() >= other.getTime();

/** The fields in which access is asked for, and in which it is changed before it is granted. */
export function useAccessFields(): FieldMap {
  const { t } = useTranslation(["tickets", "permissions"]);
  return useMemo(
    () => ({
      apply_assets: { type: "m2m_related_field", label: t("tickets:field.apply_assets") },
      apply_nodes: { type: "m2m_related_field", label: t("tickets:field.apply_nodes") },
      apply_accounts: { type: "list", label: t("tickets:field.apply_accounts") },
      apply_actions: { type: "tree", label: t("tickets:field.apply_actions"), tree: actionTree(t) },
      apply_date_start: { type: "datetime", required: true, label: t("tickets:field.apply_date_start") },
      apply_date_expired: { type: "datetime", required: true, label: t("tickets:field.apply_date_expired") },
    }),
    [t],
  );
}

/** How these fields are entered. */
export function useAccessOverrides(): FieldOverrides {
  const { t } = useTranslation("tickets");
  return useMemo(
    () => ({
      apply_assets: { input: AskedAssetsInput },
      apply_nodes: { input: AskedNodesInput },
      apply_accounts: {
        input: AskedAccountsInput,
        toForm: (value: unknown) => writeAccountRule(readAccountRule(value)),
      },
      apply_date_expired: {
        problem: (value: unknown, { apply_date_start }: FormValues) =>
          isBefore(apply_date_start, value) ? t("form.endBeforeStart") : undefined,
      },
    }),
    [t],
  );
}
