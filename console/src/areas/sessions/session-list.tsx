import { useTranslation } from "react-i18next";
import { TabPage } from "../../kit/detail/tab-page.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { durationText } from "./duration.ts";
import { replayPath, SESSIONS, terminateSessions } from "./resources.ts";

const EXCLUDED_FILTERS = ["is_finished", "id"];
const NO_ACTIONS: readonly [] = [];

function Sessions({ finished }: { readonly finished: boolean }) {
  const { t } = useTranslation(["sessions", "common"]);
  const { can } = useSession();
  const columns: ColumnPlan = {
    defaults: [
      "user",
      "asset",
      "account",
      "remote_addr",
      "protocol",
      "login_from",
      "command_amount",
      "date_start",
      "duration",
    ],
    always: ["user", "asset"],
    exclude: ["terminal"],
    extra: ["duration"],
    overrides: {
      user: { render: (row) => <DetailLink resource={SESSIONS} row={row} text={valueText(row.user)} /> },
      duration: {
        title: t("duration"),
        align: "right",
        sortable: false,
        render: (row) => <span className="numeric">{durationText(row.date_start, row.date_end)}</span>,
      },
    },
  };
  const terminate = (rows: readonly Row[], list: ListHandle) => {
    const names = rows.map((row) => `${valueText(row.user)} → ${valueText(row.asset)}`);
    confirm({
      title: t("terminateTitle", { count: rows.length }),
      content: t("terminateBody", { names: names.join(", ") }),
      confirmText: t("terminate"),
      danger: true,
      onConfirm: async () => {
        await terminateSessions(rows.map((row) => String(row.id)));
        toast("success", t("terminateSent"));
        setTimeout(() => void list.reload(), 1500);
      },
    });
  };
  const actions = (row: Row, list: ListHandle): Action[] => {
    if (finished) {
      return row.can_replay === true && can("terminal.view_sessionreplay")
        ? [{ key: "replay", label: t("replay"), href: replayPath(String(row.id)) }]
        : [];
    }
    return row.can_terminate === true && can("terminal.terminate_session")
      ? [{ key: "terminate", label: t("terminate"), danger: true, run: () => terminate([row], list) }]
      : [];
  };
  const bulkActions = (rows: readonly Row[], list: ListHandle): Action[] =>
    can("terminal.terminate_session")
      ? [{ key: "terminate", label: t("terminate"), danger: true, run: () => terminate(rows, list) }]
      : [];
  return (
    <ResourceList
      key={String(finished)}
      resource={SESSIONS}
      label={t(finished ? "finished" : "online")}
      columns={columns}
      query={{ is_finished: finished ? 1 : 0 }}
      defaultOrder="-date_start"
      filters={{ exclude: EXCLUDED_FILTERS }}
      create={null}
      bulk={{ delete: false, ...(finished ? {} : { extras: bulkActions }) }}
      rows={{ builtIns: NO_ACTIONS, extras: actions }}
      emptyHint={t(finished ? "noFinished" : "noOnline")}
      {...(finished ? { dated: true } : { refreshEvery: 10_000 })}
    />
  );
}

/** Live and finished sessions. */
export default function SessionList() {
  const { t } = useTranslation(["sessions", "routes"]);
  return (
    <Page title={t("routes:sessions")}>
      <TabPage
        tabs={[
          { key: "OnlineList", label: t("online"), content: <Sessions finished={false} /> },
          { key: "OfflineList", label: t("finished"), content: <Sessions finished /> },
        ]}
      />
    </Page>
  );
}
