import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ShowKeyCopy } from "../../kit/list/formatters/show-key-copy.tsx";
import { Page } from "../../kit/page.tsx";
import { ExpiringList } from "./expiring-list.tsx";
import { CONNECTION_TOKENS } from "./resources.ts";
import { useCredentialTexts } from "./use-credential-texts.ts";

/** Of no use to a person, or told by another column. */
const EXCLUDED = ["user", "user_display", "input_secret", "from_ticket", "from_ticket_info", "is_active"];

/** A person's connection tokens that still hold; connecting makes them. */
export default function ConnectionTokenList() {
  const { t } = useCredentialTexts();
  const columns: ColumnPlan = {
    defaults: ["id", "asset_display", "account", "protocol", "date_expired"],
    always: ["id"],
    exclude: EXCLUDED,
    overrides: {
      id: {
        title: t("connection.id"),
        render: (row) => <ShowKeyCopy name={t("connection.id")} value={String(row.id)} />,
      },
      value: {
        sortable: false,
        render: (row) => <ShowKeyCopy name={t("connection.value")} value={String(row.value ?? "")} />,
      },
    },
  };
  return (
    <Page title={t("routes:connectionTokens")} help={t("connection.help")}>
      <ExpiringList
        resource={CONNECTION_TOKENS}
        label={t("routes:connectionTokens")}
        columns={columns}
        emptyHint={t("connection.none")}
        expireCode="authentication.expire_connectiontoken"
        isLive={(row) => row.is_expired !== true}
      />
    </Page>
  );
}
