import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useNavigate } from "react-router";
import { fieldsOf, metadataQuery } from "../../../kit/api/resources.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { type QuickAction, QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { listed } from "../../../kit/metadata/labelled.ts";
import { Page } from "../../../kit/page.tsx";
import { type Organization, ROOT_ORGANIZATION, useSession } from "../../../kit/session.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { MessageSubscription } from "../../notifications/index.ts";
import { OwnLinksCard, ownChatActions, useSourceTexts } from "../../providers/index.ts";
import { isLocal, MFA_PAGE, mayUseKeys, PROFILE_URL, type SettingTab, settingPath } from "./own-profile.ts";
import { useProfileTexts } from "./profile-texts.ts";
import { useKeyGeneration } from "./use-key-generation.ts";

const CARD = [
  "username",
  "name",
  "system_roles",
  "org_roles",
  "email",
  "phone",
  "wechat",
  "is_active",
  "public_key_comment",
  "public_key_hash_md5",
  "mfa_level",
  "is_otp_secret_key_bound",
  "source",
  "date_joined",
  "last_login",
  "date_password_last_updated",
  "date_expired",
  "groups",
  "comment",
];

/** Names of organizations; the view over all of them has the reader's word, as in the switch. */
const namesOf = (organizations: readonly Organization[] | undefined) =>
  listed(
    (organizations ?? []).map(({ id, name }) =>
      id === ROOT_ORGANIZATION ? i18next.t("startup:organization.global") : name,
    ),
  );

function useWaysToChange(): readonly QuickAction[] {
  const { t } = useProfileTexts();
  const { t: ofSources } = useSourceTexts();
  const { profile, settings } = useSession();
  const navigate = useNavigate();
  const generate = useKeyGeneration();
  const way = (tab: SettingTab, isPossible = true): QuickAction => ({
    key: tab,
    title: t(`personal:tab.${tab}`),
    button: t("personal:change"),
    disabled: !isPossible,
    run: () => navigate(settingPath(tab)),
  });
  return [
    {
      key: "mfa",
      title: t("personal:tab.MFAUpdate"),
      button: t("personal:change"),
      run: () => window.location.assign(MFA_PAGE),
    },
    way("PasswordUpdate", isLocal(profile)),
    way("SSHUpdate", mayUseKeys(profile)),
    {
      key: "pair",
      title: t("personal:key.pair"),
      button: t("personal:key.generate"),
      disabled: !mayUseKeys(profile),
      run: generate,
    },
    way("SecretKeyUpdate"),
    ...ownChatActions(ofSources, profile, settings, refreshSession),
  ];
}

function Facts() {
  const { t } = useProfileTexts();
  const { profile } = useSession();
  const metadata = useQuery(metadataQuery(PROFILE_URL));
  if (metadata.error !== null && metadata.data === undefined) {
    return (
      <FailureNotice
        error={metadata.error}
        title={t("kit:detail.loadFailed")}
        onRetry={() => void metadata.refetch()}
      />
    );
  }
  if (metadata.data === undefined) {
    return <div className="form-skeleton" role="status" aria-label={t("common:loading")} />;
  }
  return <DetailCard items={detailItems(fieldsOf(metadata.data, "GET"), profile, CARD)} />;
}

/** What the system knows about the signed-in person, and the ways to what they change themselves. */
export default function ProfileInfo() {
  const { t } = useProfileTexts();
  const { profile } = useSession();
  const ways = useWaysToChange();
  return (
    <Page title={t("routes:profile")}>
      <div className="detail-columns">
        <Facts />
        <div className="detail-stack">
          <QuickActions title={t("personal:authentication")} actions={ways} />
          <OwnLinksCard />
          <MessageSubscription />
          <DetailCard
            title={t("profile:access")}
            items={[
              { key: "console", label: t("profile:consoleOrgs"), value: namesOf(profile.console_orgs) },
              { key: "audit", label: t("profile:auditOrgs"), value: namesOf(profile.audit_orgs) },
              { key: "workbench", label: t("profile:workbenchOrgs"), value: namesOf(profile.workbench_orgs) },
            ]}
          />
        </div>
      </div>
    </Page>
  );
}
