import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { useSession } from "../../kit/session.ts";
import {
  commandActions,
  commandBulkActions,
  commandColumns,
  commandDetails,
} from "./commands/command-columns.tsx";
import { COMMANDS } from "./resources.ts";

const NO_ACTIONS: readonly [] = [];

interface SessionCommandsProps {
  readonly sessionId: string;
  /** Whether there is a recording to play them from. */
  readonly hasReplay: boolean;
  /** Whether more may come. */
  readonly isLive: boolean;
}

/** Milliseconds between silent refreshes while a session continues. */
const REFRESH = 10_000;

/** What was run in one session, in its order. */
export default function SessionCommands({ sessionId, hasReplay, isLive }: SessionCommandsProps) {
  const { t } = useTranslation("commands");
  const { can } = useSession();
  const columns = useMemo(() => commandColumns(true, false), []);
  const query = useMemo(() => ({ session_id: sessionId }), [sessionId]);
  return (
    <ResourceList
      resource={COMMANDS}
      label={t("tab")}
      columns={columns}
      query={query}
      inAddress={false}
      defaultOrder="timestamp"
      create={null}
      bulk={{ delete: false, extras: commandBulkActions }}
      rows={{
        builtIns: NO_ACTIONS,
        extras: (row) => commandActions(row, hasReplay && can("terminal.view_sessionreplay")),
        details: commandDetails,
      }}
      emptyHint={t("emptySession")}
      {...(isLive ? { refreshEvery: REFRESH } : {})}
    />
  );
}
