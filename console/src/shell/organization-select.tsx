import { Select, type SelectProps } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useSession } from "../kit/session.ts";
import type { RouteEntry } from "./route-entry.ts";

const CREATE_PAGE = "/settings/orgs/create";
const LIST_PAGE = "/settings/orgs";

interface OrganizationSelectProps {
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  readonly onSwitch: (id: string) => void;
}

/** Chooses the organization to work in, and leads to where organizations are looked after. */
export default function OrganizationSelect({ screens, onSwitch }: OrganizationSelectProps) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const { organization, organizations } = useSession();
  const pages = [
    { value: CREATE_PAGE, label: t("header.createOrganization") },
    { value: LIST_PAGE, label: t("header.listOrganizations") },
  ].filter(({ value }) => screens.some(({ path }) => path === value));
  const choices = organizations.map(({ id, name }) => ({ value: id, label: name }));
  const groups: SelectProps["options"] = [
    { label: t("header.manageOrganizations"), options: pages },
    { label: t("header.allOrganizations"), options: choices },
  ];
  return (
    <Select<string>
      className="organization-select"
      aria-label={t("header.organization")}
      showSearch={{ optionFilterProp: "label" }}
      value={organization?.id ?? null}
      placeholder={t("header.noOrganization")}
      disabled={choices.length === 0 && pages.length === 0}
      options={pages.length === 0 ? choices : groups}
      onChange={(chosen) => {
        if (chosen === null) return;
        if (pages.some(({ value }) => value === chosen)) void navigate(chosen);
        else onSwitch(chosen);
      }}
    />
  );
}
