import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ShowKeyCopy } from "../../kit/list/formatters/show-key-copy.tsx";
import { Page } from "../../kit/page.tsx";
import { ExpiringList } from "./expiring-list.tsx";
import { MakeButton } from "./make-button.tsx";
import { TEMPORARY_PASSWORDS } from "./resources.ts";
import { useCredentialTexts } from "./use-credential-texts.ts";

/** A person's temporary passwords: each opens one sign-in within five minutes. */
export default function TemporaryPasswordList() {
  const { t } = useCredentialTexts();
  const columns: ColumnPlan = {
    defaults: ["username", "secret", "date_expired", "date_verified", "is_valid"],
    always: ["username"],
    overrides: {
      secret: {
        title: t("temporary.secret"),
        width: 390,
        sortable: false,
        render: (row) => <ShowKeyCopy name={t("temporary.secret")} value={String(row.secret ?? "")} />,
      },
    },
  };
  const make = <MakeButton label={t("temporary.make")} done={t("temporary.made")} />;
  return (
    <Page title={t("routes:temporaryPasswords")} help={t("temporary.help")}>
      <ExpiringList
        resource={TEMPORARY_PASSWORDS}
        label={t("routes:temporaryPasswords")}
        columns={columns}
        extra={make}
        emptyAction={make}
        emptyHint={t("temporary.none")}
        expireCode="authentication.change_temptoken"
        isLive={(row) => row.is_valid === true}
      />
    </Page>
  );
}
