import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { refreshSession } from "../../kit/session-refresh.ts";
import { ORGANIZATIONS } from "./resources.ts";

/** Creates or renames an organization, which can then be chosen under its name. */
export default function OrganizationForm() {
  const { t } = useTranslation(["organizations", "routes"]);
  const { id } = useParams();
  const groups = useMemo(() => [{ title: t("basic"), fields: ["name", "comment"] }], [t]);
  return (
    <Page title={t(id === undefined ? "routes:organizationCreate" : "routes:organizationUpdate")}>
      <ResourceForm
        resource={ORGANIZATIONS}
        groups={groups}
        saveAndContinue={false}
        onSaved={() => void refreshSession()}
      />
    </Page>
  );
}
