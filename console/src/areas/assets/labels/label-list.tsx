import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { labelText } from "../../../kit/field-kinds/labels.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { Amount } from "../../../kit/list/formatters/amount.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { Page } from "../../../kit/page.tsx";
import { ASSETS } from "../resources.ts";
import { LABELS } from "./label-resources.ts";

const CARRIERS: ColumnPlan = {
  defaults: ["name", "address", "platform", "labels"],
  exclude: ["auto_config", "spec_info", "gathered_info", "accounts"],
};

/** A label may be on every asset there is: the list counts them, and asks for none. */
const WITHOUT_ASSETS = { "fields!": "assets" };

/** The list of labels. */
export default function LabelList() {
  const { t } = useTranslation(["domains", "routes"]);
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "value", "asset_count", "date_created", "comment", "org_name"],
      exclude: ["assets", "category"],
      overrides: {
        asset_count: {
          title: t("assets"),
          align: "right",
          render: (row) => (
            <Amount
              value={row.asset_count}
              title={t("label.carriers", { label: labelText(row) })}
              list={{ resource: ASSETS, columns: CARRIERS, query: { labels: labelText(row) } }}
            />
          ),
        },
      },
    }),
    [t],
  );
  return (
    <Page title={t("routes:labels")} help={t("label.help")}>
      <ResourceList
        resource={LABELS}
        label={t("routes:labels")}
        columns={columns}
        rowQuery={WITHOUT_ASSETS}
        create={{ label: t("routes:labelCreate") }}
        emptyHint={t("label.emptyHint")}
      />
    </Page>
  );
}
