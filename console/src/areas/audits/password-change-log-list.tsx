import type { ColumnPlan } from "../../kit/list/columns.ts";
import { LogList } from "./log-list.tsx";
import { PASSWORD_CHANGE_LOGS } from "./resources.ts";
import { useLogTexts } from "./use-log-texts.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["user", "change_by", "remote_addr", "datetime"],
  always: ["user", "change_by"],
};

/** Whose password was set, when, from where and by whom. */
export default function PasswordChangeLogList() {
  const { t } = useLogTexts();
  return (
    <LogList
      resource={PASSWORD_CHANGE_LOGS}
      title={t("routes:passwordChangeLogs")}
      help={t("passwordHelp")}
      columns={COLUMNS}
      emptyHint={t("passwordEmpty")}
    />
  );
}
