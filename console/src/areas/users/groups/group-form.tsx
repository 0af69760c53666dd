import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { GROUPS, USER_OPTIONS } from "../resources.ts";

const OVERRIDES: FieldOverrides = {
  users: { related: USER_OPTIONS, kind: "related-many" },
};

/** Creates or changes a user group. */
export default function GroupForm() {
  const { t } = useTranslation(["kit", "routes"]);
  const { id } = useParams();
  const groups = useMemo(() => [{ title: t("detail.basic"), fields: ["name", "users", "comment"] }], [t]);
  return (
    <Page title={t(id === undefined ? "routes:groupCreate" : "routes:groupUpdate")}>
      <ResourceForm resource={GROUPS} groups={groups} overrides={OVERRIDES} />
    </Page>
  );
}
