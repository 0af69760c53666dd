import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useSession } from "../kit/session.ts";

/** Chooses the organization to work in. */
export default function OrganizationSelect({ onSwitch }: { readonly onSwitch: (id: string) => void }) {
  const { t } = useTranslation("shell");
  const { organization, organizations } = useSession();
  return (
    <Select
      className="organization-select"
      aria-label={t("header.organization")}
      showSearch={{ optionFilterProp: "label" }}
      value={organization?.id ?? null}
      placeholder={t("header.noOrganization")}
      disabled={organizations.length === 0}
      options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => {
        if (id !== null) onSwitch(id);
      }}
    />
  );
}
