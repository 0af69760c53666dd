import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { ClosedChoice } from "../kit/choice/closed-choice.tsx";
import { useSession } from "../kit/session.ts";
import type { OrganizationSelectProps } from "./organization-select.tsx";

const OrganizationSelect = lazy(() => import("./organization-select.tsx"));

/** Names the organization that is worked in, and lets another be chosen. */
export function OrganizationChoice(props: OrganizationSelectProps) {
  const { t } = useTranslation(["shell", "startup"]);
  const { organization, organizationChoice } = useSession();
  if (organizationChoice === "hidden") return null;
  const isFixed = organizationChoice === "fixed";
  const name = isFixed ? t("startup:organization.global") : organization?.name;
  return (
    <ClosedChoice
      label={t("header.organization")}
      text={name ?? t("header.noOrganization")}
      className="organization-select"
      isDisabled={isFixed}
    >
      <OrganizationSelect {...props} />
    </ClosedChoice>
  );
}
