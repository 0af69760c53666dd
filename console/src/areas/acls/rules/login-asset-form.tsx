import { useMemo } from "react";
import type { FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { LOGIN_ASSET_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleForm } from "./rule-form.tsx";
import { useConditions } from "./use-conditions.ts";
import { ValidForInput } from "./valid-for.tsx";

const TITLES = { create: "loginAssetAclCreate", update: "loginAssetAclUpdate" } as const;

const APPROVAL = ["approval_valid_for", "emergency_access"];

const isNotReviewed = ({ action }: FormValues): boolean => plainValue(action) !== "review";

/** Creates or changes a rule about connecting to assets. */
export default function LoginAssetRuleForm() {
  const { t } = useRuleTexts();
  const { group, rules } = useConditions();
  const overrides = useMemo<FieldOverrides>(
    () => ({
      rules,
      approval_valid_for: {
        label: t("acls:field.approvalValidFor"),
        help: t("acls:help.approvalValidFor"),
        hidden: isNotReviewed,
        input: ValidForInput,
        toForm: (value) => Number(value ?? 0),
      },
      emergency_access: {
        label: t("acls:field.emergencyAccess"),
        help: t("acls:help.emergencyAccess"),
        hidden: isNotReviewed,
      },
    }),
    [t, rules],
  );
  return (
    <RuleForm
      resource={LOGIN_ASSET_ACLS}
      titles={TITLES}
      groups={[
        { title: t("acls:group.assets"), fields: ["assets"] },
        { title: t("acls:group.accounts"), fields: ["accounts"] },
        group,
      ]}
      overrides={overrides}
      foresees="connections"
      actionFields={APPROVAL}
    />
  );
}
