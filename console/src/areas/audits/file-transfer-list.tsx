import { useMemo } from "react";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { Page } from "../../kit/page.tsx";
import { transferActions, transferColumns } from "./file-transfer-columns.tsx";
import { FILE_TRANSFERS } from "./resources.ts";
import { useTransferTexts } from "./use-transfer-texts.ts";

const NO_ACTIONS: readonly [] = [];
const EXCLUDED_FILTERS = ["id"];

/** What was done to files on targets, and by whom. */
export default function FileTransferList() {
  const { t } = useTransferTexts();
  const columns = useMemo(() => transferColumns(t, false), [t]);
  return (
    <Page title={t("routes:fileTransfers")} help={t("help")}>
      <ResourceList
        resource={FILE_TRANSFERS}
        label={t("routes:fileTransfers")}
        columns={columns}
        defaultOrder="-date_start"
        filters={{ exclude: EXCLUDED_FILTERS }}
        create={null}
        bulk={{ delete: false }}
        rows={{ builtIns: NO_ACTIONS, extras: (row) => transferActions(t, row) }}
        emptyHint={t("empty")}
        dated
      />
    </Page>
  );
}
