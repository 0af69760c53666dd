import { useMemo } from "react";
import { useParams } from "react-router";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { TextAreaInput } from "../../../kit/field-kinds/text-area-input.tsx";
import { useFormAnswer } from "../../../kit/form/form-context.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import { COMMAND_GROUPS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";

/** The commands of a group, with what its type asks for. */
function ContentInput(props: FieldInputProps) {
  const { t } = useRuleTexts();
  const isExpression = useFormAnswer((values) => plainValue(values.type) === "regex");
  return (
    <>
      <TextAreaInput {...props} />
      <p className="hint">{t(isExpression ? "acls:help.regexText" : "acls:help.commandText")}</p>
    </>
  );
}

const OVERRIDES: FieldOverrides = { content: { input: ContentInput, help: "" } };

/** Creates or changes a group of commands. */
export default function CommandGroupForm() {
  const { t } = useRuleTexts();
  const { id } = useParams();
  const groups = useMemo(
    () => [{ title: t("acls:group.basic"), fields: ["name", "type", "content", "ignore_case", "comment"] }],
    [t],
  );
  return (
    <Page title={t(id === undefined ? "routes:commandGroupCreate" : "routes:commandGroupUpdate")}>
      <ResourceForm resource={COMMAND_GROUPS} groups={groups} overrides={OVERRIDES} />
    </Page>
  );
}
