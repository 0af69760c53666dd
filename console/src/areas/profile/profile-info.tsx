import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fieldsOf, metadataQuery } from "../../kit/api/resources.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";

const CARD = [
  "username",
  "name",
  "email",
  "phone",
  "system_roles",
  "org_roles",
  "groups",
  "is_active",
  "mfa_level",
  "source",
  "public_key_comment",
  "public_key_hash_md5",
  "date_joined",
  "last_login",
  "date_password_last_updated",
  "date_expired",
  "comment",
];

/** What the system knows about the signed-in person. */
export default function ProfileInfo() {
  const { t } = useTranslation(["profile", "routes"]);
  const { profile } = useSession();
  const metadata = useQuery(metadataQuery("/api/v1/users/profile/"));
  return (
    <Page title={t("routes:profile")}>
      <div className="detail-columns">
        <DetailCard items={detailItems(fieldsOf(metadata.data, "GET"), profile, CARD)} />
        <DetailCard
          title={t("access")}
          items={[
            {
              key: "console",
              label: t("consoleOrgs"),
              value: (profile.console_orgs ?? []).map(({ name }) => name).join(", "),
            },
            {
              key: "audit",
              label: t("auditOrgs"),
              value: (profile.audit_orgs ?? []).map(({ name }) => name).join(", "),
            },
            {
              key: "workbench",
              label: t("workbenchOrgs"),
              value: (profile.workbench_orgs ?? []).map(({ name }) => name).join(", "),
            },
          ]}
        />
      </div>
    </Page>
  );
}
