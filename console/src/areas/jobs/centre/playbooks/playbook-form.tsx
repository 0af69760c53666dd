import { useMemo } from "react";
import { useParams } from "react-router";
import type { FieldOverrides } from "../../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../../kit/form/resource-form.tsx";
import { Page } from "../../../../kit/page.tsx";
import { PLAYBOOKS } from "../resources.ts";
import { useJobTexts } from "../use-job-texts.ts";

/** Creates a playbook, empty or of an archive, or changes what it is called. */
export default function PlaybookForm() {
  const { t } = useJobTexts();
  const { id } = useParams();
  const isNew = id === undefined;
  const groups = useMemo(
    () => [{ title: t("group.basic"), fields: ["name", ...(isNew ? ["path"] : []), "comment"] }],
    [t, isNew],
  );
  const overrides = useMemo<FieldOverrides>(() => ({ path: { help: t("book.archiveHint") } }), [t]);
  return (
    <Page title={t(isNew ? "routes:playbookCreate" : "routes:playbookUpdate")}>
      <ResourceForm
        resource={PLAYBOOKS}
        groups={groups}
        overrides={overrides}
        updateMethod="PATCH"
        asForm={isNew}
      />
    </Page>
  );
}
