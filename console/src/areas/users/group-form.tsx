import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { FieldOverride } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { GROUPS, USER_OPTIONS } from "./resources.ts";

const OVERRIDES: Readonly<Record<string, FieldOverride>> = {
  users: { related: USER_OPTIONS, kind: "related-many" },
};

/** Creates or changes a user group. */
export default function GroupForm() {
  const { t } = useTranslation(["users", "routes"]);
  const { id } = useParams();
  return (
    <Page title={t(id === undefined ? "routes:groupCreate" : "routes:groupUpdate")}>
      <ResourceForm
        resource={GROUPS}
        groups={[
          { title: t("group.account"), fields: ["name", "users"] },
          { title: t("group.other"), fields: ["comment"] },
        ]}
        overrides={OVERRIDES}
      />
    </Page>
  );
}
