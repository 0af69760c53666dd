import { useMemo } from "react";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { CONNECT_METHOD_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { useMethods } from "./method-names.tsx";
import { RuleForm } from "./rule-form.tsx";

const TITLES = { create: "connectMethodAclCreate", update: "connectMethodAclUpdate" } as const;

/** Creates or changes a rule that takes ways of connecting away. */
export default function ConnectMethodRuleForm() {
  const { t } = useRuleTexts();
  const methods = useMethods();
  const overrides = useMemo<FieldOverrides>(
    () => ({
      priority: { help: t("acls:help.noPriority") },
      connect_methods: {
        kind: "choices",
        required: true,
        help: t("acls:help.methods"),
        choices: methods ?? [],
      },
    }),
    [t, methods],
  );
  return (
    <RuleForm
      resource={CONNECT_METHOD_ACLS}
      titles={TITLES}
      groups={[{ title: t("acls:group.methods"), fields: ["connect_methods"] }]}
      overrides={overrides}
      foresees="connections"
      reviewed={false}
      everywhere
    />
  );
}
