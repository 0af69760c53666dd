import { ImportOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { metadataQuery } from "../api/resources.ts";
import { useList } from "../list/list-context.ts";
import { ToolButton } from "../list/toolbar/tool-button.tsx";
import { type ImportOptions, importModes } from "./import-plan.ts";

const ImportDialog = lazy(() => import("./import-dialog.tsx"));

interface ImportToolProps {
  /** What the rows are called together. */
  readonly name: string;
  readonly options: ImportOptions;
}

/** The tool of a list that imports rows, for those who may add or change them here. */
export function ImportTool({ name, options }: ImportToolProps) {
  const { t } = useTranslation("common");
  const list = useList();
  const [open, setOpen] = useState(false);
  const url = options.url ?? list.resource.url;
  // The rows of the list go before: what another address says is asked for once they are there.
  const isDue = list.rows !== undefined;
  const described = useQuery({ ...metadataQuery(url), enabled: options.url !== undefined && isDue });
  const metadata = options.url === undefined ? list.metadata : described.data;
  const modes = importModes(list.may, metadata, options.without);
  // Until it is known what the server takes, the tool keeps its place for those who may use it.
  const isAwaited = metadata === undefined && described.error === null && list.error === null;
  const isLikely = list.may.add && (options.url !== undefined || list.resource.routes.create !== undefined);
  if (modes.length === 0 && !open && !(isAwaited && isLikely)) return null;
  return (
    <>
      <ToolButton
        icon={<ImportOutlined />}
        name={t("import")}
        disabled={modes.length === 0}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense fallback={null}>
          <ImportDialog
            name={options.name ?? name}
            url={url}
            metadata={metadata}
            modes={modes}
            hint={options.hint}
            selected={[...list.selection.keys]}
            onClose={(changed) => {
              setOpen(false);
              if (changed) void list.reload();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
