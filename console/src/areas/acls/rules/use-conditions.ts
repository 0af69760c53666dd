import { useMemo } from "react";
import type { FieldGroup, FieldOverride } from "../../../kit/form/form-model.ts";
import { useRuleTexts } from "../use-rule-texts.ts";

/** Where from and when: the part of a form that sign-in and asset access rules share. */
export function useConditions(): { readonly group: FieldGroup; readonly rules: FieldOverride } {
  const { t } = useRuleTexts();
  return useMemo(
    () => ({
      group: { title: t("acls:group.rule"), fields: ["rules"] },
      rules: {
        fields: {
          ip_group: { label: t("acls:field.addresses"), help: t("acls:help.addresses") },
          time_period: { label: t("acls:field.times"), help: t("acls:help.times") },
        },
      },
    }),
    [t],
  );
}
