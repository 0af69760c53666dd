import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink } from "../../kit/list/resource-list.tsx";
import { valueText } from "../../kit/metadata/value-text.ts";
import { LogList } from "./log-list.tsx";
import { LoginState } from "./login-state.tsx";
import { LOGIN_LOGS } from "./resources.ts";
import { useLogTexts } from "./use-log-texts.ts";

const COLUMNS: ColumnPlan = {
  defaults: [
    "username",
    "type",
    "backend_display",
    "ip",
    "city",
    "user_agent",
    "mfa",
    "reason_display",
    "status",
    "datetime",
  ],
  always: ["username", "type"],
  exclude: ["backend", "reason"],
  overrides: {
    username: {
      render: (row) => <DetailLink resource={LOGIN_LOGS} row={row} text={valueText(row.username)} />,
    },
    status: { render: (row) => <LoginState row={row} /> },
  },
};

/** Every try to sign in, and how it went. */
export default function LoginLogList() {
  const { t } = useLogTexts();
  return (
    <LogList
      resource={LOGIN_LOGS}
      title={t("routes:loginLogs")}
      help={t("loginHelp")}
      columns={COLUMNS}
      emptyHint={t("loginEmpty")}
    />
  );
}
