import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { FLOWS } from "../resources.ts";
import { TypeText } from "../ticket-marks.tsx";

const UPDATE_ONLY = ["update"] as const;

/** Which approval each type of request takes. */
export default function FlowList() {
  const { t } = useTranslation(["tickets", "routes"]);
  const { inRoot, organization } = useSession();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["type", "created_by", "org_name", "date_created", "date_updated", "actions"],
      always: ["type"],
      exclude: ["rules", "org_id"],
      overrides: {
        type: {
          title: t("tickets:field.type"),
          render: (row) => (
            <Link to={FLOWS.routes.detail?.(String(row.id)) ?? ""}>
              <TypeText ticket={row} />
            </Link>
          ),
        },
        // A flow of all organizations counts in this one.
        org_name: { render: (row) => (inRoot ? valueText(row.org_name) : (organization?.name ?? "")) },
      },
    }),
    [t, inRoot, organization],
  );
  return (
    <Page title={t("routes:flows")}>
      <ResourceList
        resource={FLOWS}
        label={t("routes:flows")}
        columns={columns}
        create={null}
        toolbar={{ exports: false, imports: false }}
        bulk={{ delete: false }}
        rows={{ builtIns: UPDATE_ONLY }}
        emptyHint={t("tickets:flow.empty")}
      />
    </Page>
  );
}
