import type { ColumnPlan } from "../../kit/list/columns.ts";
import { LogList } from "./log-list.tsx";
import { LoginState } from "./login-state.tsx";
import { MY_LOGIN_LOGS } from "./resources.ts";
import { useLogTexts } from "./use-log-texts.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["datetime", "status", "reason_display", "ip", "city", "type", "backend_display", "user_agent"],
  always: ["datetime", "status"],
  exclude: ["backend", "reason", "id", "username"],
  overrides: { status: { render: (row) => <LoginState row={row} /> } },
};

/** From where the viewer signed in, or somebody else tried to. */
export default function MyLoginLogList() {
  const { t } = useLogTexts();
  return (
    <LogList
      resource={MY_LOGIN_LOGS}
      title={t("routes:myLoginLogs")}
      help={t("myLoginHelp")}
      columns={COLUMNS}
      emptyHint={t("myLoginEmpty")}
    />
  );
}
