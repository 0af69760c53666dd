import { useMemo } from "react";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { Page } from "../../../kit/page.tsx";
import { ADHOCS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";
import { useTemplateRights } from "./use-template-rights.ts";

const NO_FILES = { exports: false, imports: false } as const;

/** The command templates the person has, and those of everybody. */
export default function TemplateList() {
  const { t } = useJobTexts();
  const { canChange } = useTemplateRights();
  const rows = useMemo(() => ({ canChange, canSelect: canChange }), [canChange]);
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "module", "comment", "args", "is_shared", "date_created"],
      exclude: ["creator"],
      overrides: { args: { render: (row) => <code>{String(row.args ?? "")}</code> } },
    }),
    [],
  );
  return (
    <Page title={t("routes:jobTemplates")}>
      <ResourceList
        resource={ADHOCS}
        label={t("commandTemplates")}
        columns={columns}
        create={{ label: t("routes:adhocCreate") }}
        rows={rows}
        toolbar={NO_FILES}
        emptyHint={t("noTemplates")}
      />
    </Page>
  );
}
