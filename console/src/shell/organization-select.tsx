import { Select, type SelectProps } from "antd";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "../kit/session.ts";
import type { RouteEntry } from "./routes/route-entry.ts";
import { viewOfPath } from "./views.ts";

const CREATE_PAGE = "/settings/orgs/create";
const LIST_PAGE = "/settings/orgs";

/** What can be chosen, and what follows from it. */
export interface OrganizationSelectProps {
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  readonly onSwitch: (id: string) => void;
}

/**
 * Chooses the organization to work in, and from the console leads to where organizations are looked after. It is open when
 * it appears.
 */
export default function OrganizationSelect(props: OrganizationSelectProps) {
  const { pathname } = useLocation();
  return <Choice {...props} leads={viewOfPath(pathname) === "console"} />;
}

interface ChoiceProps extends OrganizationSelectProps {
  /** Whether the pages of the organizations are offered as well. */
  readonly leads: boolean;
}

/** Not drawn again with every page. */
const Choice = memo(function Choice({ screens, onSwitch, leads }: ChoiceProps) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const { organization, organizations } = useSession();
  const pages = [
    { value: CREATE_PAGE, label: t("header.createOrganization") },
    { value: LIST_PAGE, label: t("header.listOrganizations") },
  ].filter(({ value }) => leads && screens.some(({ path }) => path === value));
  const choices = organizations.map(({ id, name }) => ({ value: id, label: name }));
  const chosen = choices.find(({ value }) => value === organization?.id)?.value ?? null;
  const groups: SelectProps["options"] = [
    { label: t("header.manageOrganizations"), options: pages },
    { label: t("header.allOrganizations"), options: choices },
  ];
  return (
    <Select<string>
      className="organization-select"
      aria-label={t("header.organization")}
      showSearch={{ optionFilterProp: "label" }}
      value={chosen}
      autoFocus
      defaultOpen
      placeholder={t("header.noOrganization")}
      disabled={choices.length === 0 && pages.length === 0}
      options={pages.length === 0 ? choices : groups}
      onChange={(next) => {
        if (next === null) return;
        if (pages.some(({ value }) => value === next)) void navigate(next);
        else onSwitch(next);
      }}
    />
  );
});
