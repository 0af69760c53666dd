import { Button } from "antd";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { Page } from "../../../kit/page.tsx";
import { permissionCode } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { LogList } from "../log-list.tsx";
import { LOGIN_LOGS, REFUSALS } from "../resources.ts";
import { REFUSAL_FILTERS, refusalColumns } from "./refusal-columns.tsx";
import { useRefusalsHere, useRefusalTexts } from "./use-refusals-here.ts";

/** Leads to those attempts that failed before anybody was known. */
function FailedSignIns() {
  const { t } = useRefusalTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  if (!can(permissionCode(LOGIN_LOGS, "view"))) return null;
  return (
    <Button onClick={() => void navigate(`${LOGIN_LOGS.routes.list}?status=false`)}>
      {t("loginFailures")}
    </Button>
  );
}

/** What people and programs were refused, and why. */
export default function RefusalList() {
  const { t } = useRefusalTexts();
  const isHere = useRefusalsHere();
  const columns = useMemo(() => refusalColumns(t("wanted")), [t]);
  if (isHere === false) {
    return (
      <Page title={t("routes:refusals")}>
        <p className="hint">{t("notHere")}</p>
      </Page>
    );
  }
  return (
    <LogList
      resource={REFUSALS}
      title={t("routes:refusals")}
      help={t("help")}
      columns={columns}
      filters={REFUSAL_FILTERS}
      emptyHint={t("empty")}
      extra={<FailedSignIns />}
    />
  );
}
