import { DownOutlined } from "@ant-design/icons";
import { lazy, Suspense, useReducer } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../kit/session.ts";
import type { OrganizationSelectProps } from "./organization-select.tsx";
import "./organization-choice.css";

const OrganizationSelect = lazy(() => import("./organization-select.tsx"));

/**
 * Names the organization that is worked in. The list to choose another from is loaded when it is first wanted: it is
 * large, and most people stay where they are.
 */
export function OrganizationChoice(props: OrganizationSelectProps) {
  const { t } = useTranslation(["shell", "startup"]);
  const { organization, organizationChoice } = useSession();
  const [isWanted, want] = useReducer(() => true, false);
  if (organizationChoice === "hidden") return null;
  const isFixed = organizationChoice === "fixed";
  const name = isFixed ? t("startup:organization.global") : organization?.name;
  const closed = (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-label={t("header.organization")}
      className="organization-select organization-closed"
      disabled={isFixed}
      onClick={want}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp" ? want() : undefined)}
    >
      <span>{name ?? t("header.noOrganization")}</span>
      <DownOutlined />
    </button>
  );
  return isWanted ? (
    <Suspense fallback={closed}>
      <OrganizationSelect {...props} />
    </Suspense>
  ) : (
    closed
  );
}
