import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { ACCOUNT_TEMPLATES, VIEW_TEMPLATE_SECRET } from "../resources.ts";

const TemplateSecretView = lazy(() => import("./template-secret-view.tsx"));

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "secret_type", "privileged", "comment"],
  exclude: ["spec_info"],
};

/** The list of account templates. */
export default function TemplateList() {
  const { t } = useTranslation(["accounts", "accountTemplates", "routes"]);
  const { can } = useSession();
  const [viewed, setViewed] = useState<Row>();
  const close = useCallback(() => setViewed(undefined), []);
  const maySee = can(VIEW_TEMPLATE_SECRET);
  const rowExtras = useMemo(
    () => (row: Row) =>
      maySee ? [{ key: "secret", label: t("accounts:viewSecret"), run: () => setViewed(row) }] : [],
    [maySee, t],
  );
  return (
    <Page title={t("routes:accountTemplates")} help={t("accountTemplates:help")}>
      <ResourceList
        resource={ACCOUNT_TEMPLATES}
        label={t("routes:accountTemplates")}
        columns={COLUMNS}
        create={{ label: t("routes:accountTemplateCreate") }}
        emptyHint={t("accountTemplates:emptyHint")}
        rows={{ extras: rowExtras }}
      />
      {viewed === undefined ? null : (
        <Suspense fallback={null}>
          <TemplateSecretView template={viewed} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}
