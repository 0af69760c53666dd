import type { ColumnPlan } from "../../../../kit/list/columns.ts";
import { ResourceList } from "../../../../kit/list/resource-list.tsx";
import { PLAYBOOKS } from "../resources.ts";
import { useJobTexts } from "../use-job-texts.ts";
import { PlaybookSupport } from "./playbook-support.tsx";

const NO_FILES = { exports: false, imports: false } as const;
const COLUMNS: ColumnPlan = {
  defaults: ["name", "comment", "date_created", "date_updated"],
  exclude: ["creator", "path", "vcs_url", "create_method"],
};

/** The playbooks the person has. */
export function PlaybookList() {
  const { t } = useJobTexts();
  return (
    <>
      <PlaybookSupport />
      <ResourceList
        resource={PLAYBOOKS}
        label={t("playbooks")}
        columns={COLUMNS}
        create={{ label: t("routes:playbookCreate") }}
        toolbar={NO_FILES}
        emptyHint={t("book.noPlaybooks")}
      />
    </>
  );
}
