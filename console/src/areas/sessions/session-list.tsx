import { useTranslation } from "react-i18next";
import { TabPage } from "../../kit/detail/tab-page.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { durationText } from "./duration.ts";
import { HoldMark, HoldText } from "./legal-hold.tsx";
import { SESSIONS } from "./resources.ts";
import { ApprovalText, EmergencyMark } from "./session-approval.tsx";
import { useSessionActions } from "./use-session-actions.ts";

const EXCLUDED_FILTERS = ["is_finished", "id"];
const NO_ACTIONS: readonly [] = [];

/** Which sessions a tab shows. */
type Part = "online" | "finished" | "all";

function Sessions({ part }: { readonly part: Part }) {
  const { t } = useTranslation(["sessions", "common"]);
  const { ofFinished, ofLive, ofSeveral } = useSessionActions();
  const isOnline = part === "online";
  const columns: ColumnPlan = {
    // What fits a window of 1440 pixels; who, where and when come first.
    defaults: [
      "user",
      "asset",
      "account",
      "date_start",
      "duration",
      "protocol",
      "remote_addr",
      isOnline ? "is_locked" : "command_amount",
    ],
    always: ["user", "asset", "account"],
    exclude: ["terminal"],
    extra: ["duration", "approval", "hold"],
    overrides: {
      user: {
        render: (row) => (
          <>
            <EmergencyMark session={row} /> <HoldMark session={row} />{" "}
            <DetailLink resource={SESSIONS} row={row} text={valueText(row.user)} />
          </>
        ),
      },
      approval: { title: t("approval"), sortable: false, render: (row) => <ApprovalText session={row} /> },
      hold: { title: t("hold"), sortable: false, render: (row) => <HoldText session={row} /> },
      duration: {
        title: t("duration"),
        align: "right",
        sortable: false,
        render: (row) => <span className="numeric">{durationText(row.date_start, row.date_end)}</span>,
      },
    },
  };
  return (
    <ResourceList
      key={part}
      resource={SESSIONS}
      label={t(part)}
      columns={columns}
      {...(part === "all" ? {} : { query: { is_finished: isOnline ? 0 : 1 } })}
      defaultOrder="-date_start"
      filters={{
        exclude: EXCLUDED_FILTERS,
        more: {
          is_emergency: { label: t("approval"), choices: [{ value: "1", label: t("emergency") }] },
          is_success: {
            label: t("connected"),
            choices: [
              { value: "1", label: t("common:yes") },
              { value: "0", label: t("common:no") },
            ],
          },
          user_id: { label: t("userId") },
          asset_id: { label: t("assetId") },
          latest_of: {
            label: t("latestOf"),
            choices: [
              { value: "user", label: t("latestOfUser") },
              { value: "asset", label: t("latestOfAsset") },
            ],
          },
          is_held: { label: t("hold"), choices: [{ value: "1", label: t("hold") }] },
        },
      }}
      create={null}
      // Sessions are recorded, never written.
      toolbar={{ imports: false }}
      bulk={{ delete: false, ...(isOnline ? { extras: (rows, list) => ofSeveral(rows, list.reload) } : {}) }}
      rows={{
        builtIns: NO_ACTIONS,
        extras: (row, list) =>
          (row.is_finished === true || part === "finished" ? ofFinished : ofLive)(row, list.reload),
      }}
      emptyHint={t(isOnline ? "noOnline" : "noFinished")}
      {...(isOnline ? { refreshEvery: 10_000 } : { dated: true })}
    />
  );
}

/** Live sessions, finished ones, and both together, which is what rankings count. */
export default function SessionList() {
  const { t } = useTranslation(["sessions", "routes"]);
  return (
    <Page title={t("routes:sessions")}>
      <TabPage
        tabs={[
          { key: "OnlineList", label: t("online"), content: <Sessions part="online" /> },
          { key: "OfflineList", label: t("finished"), content: <Sessions part="finished" /> },
          { key: "AllList", label: t("all"), content: <Sessions part="all" /> },
        ]}
      />
    </Page>
  );
}
