import { useMemo } from "react";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import { parseDate } from "../../kit/metadata/dates.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { transferActions, transferColumns } from "./file-transfer-columns.tsx";
import { FILE_TRANSFERS } from "./resources.ts";
import { useTransferTexts } from "./use-transfer-texts.ts";

const NO_ACTIONS: readonly [] = [];

/** Milliseconds between silent refreshes while a session continues. */
const REFRESH = 10_000;

interface SessionFilesProps {
  readonly sessionId: string;
  /** Whether more may come. */
  readonly isLive: boolean;
  /** Address of the recording at the moment of a transfer; absent where there is none to play. */
  readonly replayAt?: ((seconds: number) => string) | undefined;
}

function playActions(row: Row, label: string, replayAt: SessionFilesProps["replayAt"]): Action[] {
  const moment = parseDate(row.date_start)?.getTime();
  if (replayAt === undefined || moment === undefined) return [];
  return [{ key: "play", label, href: replayAt(moment / 1000) }];
}

/** What one session did to files, in its order. */
export default function SessionFiles({ sessionId, isLive, replayAt }: SessionFilesProps) {
  const { t } = useTransferTexts();
  const columns = useMemo(() => transferColumns(t, true), [t]);
  const query = useMemo(() => ({ session: sessionId }), [sessionId]);
  return (
    <ResourceList
      resource={FILE_TRANSFERS}
      label={t("routes:fileTransfers")}
      columns={columns}
      query={query}
      inAddress={false}
      defaultOrder="date_start"
      create={null}
      bulk={{ delete: false }}
      rows={{
        builtIns: NO_ACTIONS,
        extras: (row) => [...playActions(row, t("play"), replayAt), ...transferActions(t, row)],
      }}
      emptyHint={t("emptySession")}
      {...(isLive ? { refreshEvery: REFRESH } : {})}
    />
  );
}
