import { ExportOutlined } from "@ant-design/icons";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../list/list-context.ts";
import { ToolButton } from "../list/toolbar/tool-button.tsx";
import type { ExportPlan } from "./export-plan.ts";

const ExportDialog = lazy(() => import("./export-dialog.tsx"));

interface ExportToolProps {
  /** What the rows are called together. */
  readonly name: string;
  readonly plan: ExportPlan;
}

/** The tool of a list that exports it, for those who may see it. */
export function ExportTool({ name, plan }: ExportToolProps) {
  const { t } = useTranslation("common");
  const list = useList();
  const [open, setOpen] = useState(false);
  if (!list.may.view) return null;
  return (
    <>
      <ToolButton icon={<ExportOutlined />} name={t("export")} onClick={() => setOpen(true)} />
      {open ? (
        <Suspense fallback={null}>
          <ExportDialog
            name={name}
            plan={plan}
            list={{
              url: list.url,
              query: list.query,
              filtered: list.filtered,
              keys: [...list.selection.keys],
              count: list.count,
              dated: list.range !== undefined,
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
