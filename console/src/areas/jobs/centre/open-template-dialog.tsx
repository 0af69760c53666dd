import { useMemo } from "react";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { ADHOCS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";

const NO_ACTIONS: readonly [] = [];
const COLUMNS: ColumnPlan = {
  defaults: ["name", "module", "args", "comment"],
  exclude: ["id", "creator"],
  overrides: { name: { render: (row) => String(row.name ?? "") } },
};

interface OpenTemplateDialogProps {
  readonly onSelect: (row: Row) => void;
  readonly onClose: () => void;
}

/** Chooses one of the person's command templates. */
export default function OpenTemplateDialog({ onSelect, onClose }: OpenTemplateDialogProps) {
  const { t } = useJobTexts();
  const select = useMemo(
    () => (row: Row) => [{ key: "select", label: t("select"), order: 1, run: () => onSelect(row) }],
    [onSelect, t],
  );
  return (
    <Dialog title={t("openCommand")} size="page" onClose={onClose}>
      <ResourceList
        resource={ADHOCS}
        label={t("commandTemplates")}
        columns={COLUMNS}
        inAddress={false}
        create={null}
        bulk={{ delete: false }}
        toolbar={{ exports: false, imports: false }}
        rows={{ builtIns: NO_ACTIONS, extras: select }}
        emptyHint={t("noTemplates")}
      />
    </Dialog>
  );
}
