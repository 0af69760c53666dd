import { useMemo } from "react";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { COMMAND_FILTERS, COMMAND_GROUPS } from "../resources.ts";
import { RuleForm } from "../rules/rule-form.tsx";
import { useRuleTexts } from "../use-rule-texts.ts";

const TITLES = { create: "commandAclCreate", update: "commandAclUpdate" } as const;

const RELATED = { url: COMMAND_GROUPS.url, query: { fields_size: "mini" } };

/** Creates or changes a rule about commands. */
export default function CommandRuleForm() {
  const { t } = useRuleTexts();
  const groups = useMemo(
    () => [
      { title: t("acls:group.assets"), fields: ["assets"] },
      { title: t("acls:group.accounts"), fields: ["accounts"] },
      { title: t("acls:group.commands"), fields: ["command_groups", "only_readable"] },
    ],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({ command_groups: { related: RELATED, help: t("acls:help.commands") } }),
    [t],
  );
  return (
    <RuleForm
      resource={COMMAND_FILTERS}
      titles={TITLES}
      groups={groups}
      overrides={overrides}
      foresees="commands"
    />
  );
}
