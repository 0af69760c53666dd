import { Select } from "antd";
import { useTranslation } from "react-i18next";
import type { Organization } from "../../kit/session.ts";
import { rememberOrganization } from "../startup/organization.ts";
import { useLeave } from "./use-leave.ts";

/** Props of the choice. */
export interface OrganizationSelectProps {
  readonly organizations: readonly Organization[];
  /** The one in use. */
  readonly organization: Organization;
}

/** The choice of the organization to work in. */
export default function OrganizationSelect({ organizations, organization }: OrganizationSelectProps) {
  const { t } = useTranslation("terminal");
  const leave = useLeave();
  return (
    <Select
      className="luna-organization"
      autoFocus
      defaultOpen
      aria-label={t("header.organization")}
      showSearch={{ optionFilterProp: "label" }}
      popupMatchSelectWidth={false}
      value={organization.id}
      options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) =>
        leave(() => {
          rememberOrganization(id);
          location.assign("/luna/");
        })
      }
    />
  );
}
