import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { objectQuery } from "../../../kit/api/resources.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { Choice } from "../../../kit/metadata/types.ts";
import { CONNECT_METHOD_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleForm } from "./rule-form.tsx";

const TITLES = { create: "connectMethodAclCreate", update: "connectMethodAclUpdate" } as const;

/** Every way of connecting there is, on every system. */
const METHODS_URL = "/api/v1/terminal/components/connect-methods/?flat=1&limit=10&os=all";

/** Creates or changes a rule that takes ways of connecting away. */
export default function ConnectMethodRuleForm() {
  const { t } = useRuleTexts();
  const methods = useQuery(objectQuery<readonly Choice[]>(METHODS_URL));
  const overrides = useMemo<FieldOverrides>(
    () => ({
      priority: { help: t("acls:help.noPriority") },
      connect_methods: {
        kind: "choices",
        required: true,
        help: t("acls:help.methods"),
        choices: methods.data ?? [],
      },
    }),
    [t, methods.data],
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
