import { useMemo } from "react";
import { useParams } from "react-router";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { CommandInput } from "./command-input.tsx";
import { ADHOCS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";
import { useTemplateRights } from "./use-template-rights.ts";

const OVERRIDES: FieldOverrides = { args: { input: CommandInput, required: true } };

/** Creates or changes a command template. */
export default function TemplateForm() {
  const { t } = useJobTexts();
  const { id } = useParams();
  const { mayShare } = useTemplateRights();
  const fields = useMemo(
    () => ["name", "module", "args", ...(mayShare ? ["is_shared"] : []), "comment"],
    [mayShare],
  );
  const groups = useMemo(() => [{ title: t("group.basic"), fields }], [t, fields]);
  return (
    <Page title={t(id === undefined ? "routes:adhocCreate" : "routes:adhocUpdate")}>
      <ResourceForm resource={ADHOCS} groups={groups} overrides={OVERRIDES} />
    </Page>
  );
}
