import { useMemo } from "react";
import { TabPage } from "../../../kit/detail/tab-page.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { PlaybookList } from "./playbooks/playbook-list.tsx";
import { ADHOCS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";
import { useTemplateRights } from "./use-template-rights.ts";

const NO_FILES = { exports: false, imports: false } as const;

/** The command templates the person has, and those of everybody. */
function CommandTemplates() {
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
    <ResourceList
      resource={ADHOCS}
      label={t("commandTemplates")}
      columns={columns}
      create={{ label: t("routes:adhocCreate") }}
      rows={rows}
      toolbar={NO_FILES}
      emptyHint={t("noTemplates")}
    />
  );
}

/** What jobs are made of: commands, and playbooks where the person may see them. */
export default function TemplateList() {
  const { t } = useJobTexts();
  const { can } = useSession();
  const commands = { key: "AdhocList", label: t("commandTemplates"), content: <CommandTemplates /> };
  const playbooks = { key: "PlaybookList", label: t("playbooks"), content: <PlaybookList /> };
  return (
    <Page title={t("routes:jobTemplates")}>
      <TabPage lists tabs={can("ops.view_playbook") ? [commands, playbooks] : [commands]} />
    </Page>
  );
}
