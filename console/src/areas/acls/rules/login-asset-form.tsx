import { useMemo } from "react";
import { LOGIN_ASSET_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleForm } from "./rule-form.tsx";
import { useConditions } from "./use-conditions.ts";

const TITLES = { create: "loginAssetAclCreate", update: "loginAssetAclUpdate" } as const;

/** Creates or changes a rule about connecting to assets. */
export default function LoginAssetRuleForm() {
  const { t } = useRuleTexts();
  const { group, rules } = useConditions();
  const overrides = useMemo(() => ({ rules }), [rules]);
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
    />
  );
}
