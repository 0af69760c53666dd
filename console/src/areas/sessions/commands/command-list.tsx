import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { defaultRange } from "../../../kit/list/date-range.ts";
import { matchingQuery, readListState } from "../../../kit/list/list-state.ts";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { ListSkeleton } from "../../../kit/list/table/list-skeleton.tsx";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { TreeTable } from "../../../kit/tree/tree-table.tsx";
import { COMMANDS } from "../resources.ts";
import { commandActions, commandBulkActions, commandColumns, commandDetails } from "./command-columns.tsx";
import { StorageTree, useStorages } from "./storage-tree.tsx";

const NO_ACTIONS: readonly [] = [];
const SELECTION_FIELDS = ["input", "command"];

/** Filters of the list that the counts of the tree follow. */
const FILTERS: ReadonlySet<string> = new Set([
  "user",
  "asset",
  "account",
  "session",
  "input",
  "risk_level",
  "source",
]);

/** The query by which commands are counted: what the address narrows the list to. */
function useCounted() {
  const [address] = useSearchParams();
  const [range] = useState(() => defaultRange());
  return useMemo(
    () => matchingQuery({ ...readListState(address, FILTERS), order: "" }, { real: 1 }, range),
    [address, range],
  );
}

/** What was run in sessions, by where it is kept. */
export default function CommandList() {
  const { t } = useTranslation(["commands", "routes"]);
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const storages = useStorages(useCounted());
  const found = storages.data ?? [];
  const named = address.get("storage");
  const chosen = (found.find(({ id }) => id === named) ?? found.find(({ valid }) => valid !== false))?.id;
  const columns = useMemo(() => commandColumns(false, can("terminal.view_session")), [can]);
  const query = useMemo(() => ({ command_storage_id: chosen }), [chosen]);
  const choose = (id: string) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      next.delete("page");
      next.set("storage", id);
      return next;
    });
  return (
    <Page title={t("routes:commands")}>
      {storages.data === undefined && storages.error !== null ? (
        <FailureNotice error={storages.error} onRetry={() => void storages.refetch()} />
      ) : storages.data === undefined ? (
        <ListSkeleton titles={columns.defaults.map(() => "")} rows={15} selectable />
      ) : chosen === undefined ? (
        <Notice title={t("noStorage")} body={t("noStorageHint")} />
      ) : (
        <TreeTable rare tree={<StorageTree storages={found} selected={chosen} onSelect={choose} />}>
          <ResourceList
            resource={COMMANDS}
            label={t("routes:commands")}
            columns={columns}
            query={query}
            defaultOrder="-timestamp"
            dated
            create={null}
            toolbar={{ imports: false }}
            bulk={{ delete: false, extras: commandBulkActions }}
            selectionFields={SELECTION_FIELDS}
            rows={{
              builtIns: NO_ACTIONS,
              extras: (row) => commandActions(row, can("terminal.view_sessionreplay")),
              details: commandDetails,
            }}
            emptyHint={t("empty")}
          />
        </TreeTable>
      )}
    </Page>
  );
}
