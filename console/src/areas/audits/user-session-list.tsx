import { api } from "../../kit/api/client.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { Named } from "./refusals/refusal-columns.tsx";
import { USER_SESSIONS } from "./resources.ts";
import { useIsServed } from "./use-is-served.ts";
import { useLogTexts } from "./use-log-texts.ts";

const NO_ACTIONS: readonly [] = [];

/** Milliseconds between silent refreshes. */
const REFRESH = 10_000;

/** Who is signed in to the console now, from where and since when; whoever looks after them can sign them out. */
export default function UserSessionList() {
  const { t } = useLogTexts();
  const { can } = useSession();
  const columns: ColumnPlan = {
    defaults: ["user", "remote_addr", "user_agent", "date_start", "date_last"],
    always: ["user"],
    exclude: ["id", "user_id", "is_current"],
    overrides: {
      user: {
        render: (row) => (
          <>
            <Named row={row} of="user" />
            {row.is_current === true ? <span className="hint"> {t("online.current")}</span> : null}
          </>
        ),
      },
    },
  };
  const end = (row: Row, list: ListHandle) => {
    const user = valueText(row.user);
    return confirm({
      title: t("online.endTitle", { user }),
      content: t("online.endBody"),
      confirmText: t("online.end"),
      danger: true,
      onConfirm: async () => {
        await api(`${USER_SESSIONS.url}${encodeURIComponent(String(row.id))}/`, { method: "DELETE" });
        toast("success", t("online.ended", { user }));
        await list.reload();
      },
    });
  };
  // One's own session ends with "Sign out".
  const actions = (row: Row, list: ListHandle): Action[] =>
    row.is_current === true || !can("users.change_user")
      ? []
      : [{ key: "end", label: t("online.end"), order: 1, danger: true, run: () => end(row, list) }];
  const isServed = useIsServed(USER_SESSIONS);
  return (
    <Page title={t("routes:userSessions")} help={t("online.help")}>
      {isServed === false ? (
        <p className="hint">{t("online.notHere")}</p>
      ) : (
        <ResourceList
          resource={USER_SESSIONS}
          label={t("routes:userSessions")}
          columns={columns}
          defaultOrder="-date_last"
          filters={{ exclude: ["id", "user_id"] }}
          refreshEvery={REFRESH}
          create={null}
          bulk={{ delete: false }}
          toolbar={{ imports: false }}
          rows={{ builtIns: NO_ACTIONS, extras: actions }}
          emptyHint={t("online.empty")}
        />
      )}
    </Page>
  );
}
