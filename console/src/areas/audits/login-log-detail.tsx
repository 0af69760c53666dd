import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { valueText } from "../../kit/metadata/value-text.ts";
import { LoginState } from "./login-state.tsx";
import { LOGIN_LOGS } from "./resources.ts";
import { useLogTexts } from "./use-log-texts.ts";

const CARD = [
  "id",
  "username",
  "city",
  "ip",
  "backend_display",
  "mfa",
  "reason_display",
  "status",
  "type",
  "user_agent",
  "datetime",
];

/** One try to sign in. */
export default function LoginLogDetail() {
  const { t } = useLogTexts();
  return (
    <ResourceDetail
      resource={LOGIN_LOGS}
      prefix={t("routes:loginLogDetail")}
      title={(row) => valueText(row.username)}
      canDelete={false}
      updatePath={() => null}
      activity={false}
      status={(row) => <LoginState row={row} />}
      tabs={({ row, fields }) => [
        {
          key: "LoginLogDetail",
          label: t("kit:detail.basic"),
          content: (
            <DetailCard items={detailItems(fields, row, CARD, { status: () => <LoginState row={row} /> })} />
          ),
        },
      ]}
    />
  );
}
