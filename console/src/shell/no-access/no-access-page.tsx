import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { listed } from "../../kit/metadata/labelled.ts";
import { DEFAULT_ORGANIZATION, useSession } from "../../kit/session.ts";
import { ErrorPage, ReloadButton } from "../error-pages.tsx";
import { hasNoOrganization } from "../views.ts";

/** An organization the person has a role in (docs/contract/identity.md, "Organizations of the profile"). */
interface Membership {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Why a signed-in person can use no screen. */
type Reason = "noOrganization" | "unlicensed" | "noRights" | "noPermission";

function reasonFor(isNowhere: boolean, memberships: readonly Membership[], isLicensed: boolean): Reason {
  if (!isNowhere) return "noPermission";
  if (memberships.length === 0) return "noOrganization";
  const isElsewhere = memberships.every(({ id }) => id !== DEFAULT_ORGANIZATION);
  return !isLicensed && isElsewhere ? "unlicensed" : "noRights";
}

interface NoAccessPageProps {
  readonly onSignOut: () => void;
}

/**
 * Shown instead of every screen for somebody who can use none of them: in no organization, in one where their
 * roles allow nothing, or in one that takes a license. Each says whom to ask for what.
 */
export default function NoAccessPage({ onSignOut }: NoAccessPageProps) {
  const { t, i18n } = useTranslation("access");
  const { profile, organization, licensed } = useSession();
  const isNowhere = hasNoOrganization(profile);
  // A server without this answer is taken to know of none.
  const memberships = useQuery({
    queryKey: ["my-organizations", profile],
    queryFn: ({ signal }) => api<readonly Membership[]>("/api/v1/sallyport/my-organizations/", { signal }),
    enabled: isNowhere,
    retry: false,
  });
  if (isNowhere && memberships.isPending) return null;
  const known = Array.isArray(memberships.data) ? (memberships.data as readonly Membership[]) : [];
  const reason = reasonFor(isNowhere, known, licensed);
  const places = known.map(({ name, roles }) => t("place", { name, roles: listed(roles) }));
  return (
    <ErrorPage
      title={t(`${reason}.title`)}
      body={t(`${reason}.body`, {
        username: profile.username,
        organization: organization?.name ?? "",
        organizations: new Intl.ListFormat(i18n.language).format(places),
      })}
    >
      <ReloadButton label={t("again")} />
      <Button onClick={onSignOut}>{t("signOut")}</Button>
    </ErrorPage>
  );
}
