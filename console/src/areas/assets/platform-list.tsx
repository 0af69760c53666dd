import { useQuery } from "@tanstack/react-query";
import { Tabs } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { fieldsOf, metadataQuery } from "../../kit/api/resources.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { Page } from "../../kit/page.tsx";
import { PLATFORMS } from "./resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "category", "type", "protocols", "internal"],
  exclude: ["automation", "custom_fields"],
};

const EXCLUDED_FILTERS = ["category"];
const NO_ACTIONS: readonly [] = [];

/** The list of platforms, by category. */
export default function PlatformList() {
  const { t } = useTranslation("routes");
  const [address, setAddress] = useSearchParams();
  const metadata = useQuery(metadataQuery(`${PLATFORMS.url}?draw=1&display=1`));
  const categories = fieldsOf(metadata.data, "GET").category?.choices ?? [];
  const active = address.get("category") ?? "host";
  return (
    <Page title={t("platforms")}>
      {categories.length === 0 ? null : (
        <Tabs
          activeKey={active}
          items={categories.map(({ value, label }) => ({ key: String(value), label }))}
          onChange={(category) => setAddress(new URLSearchParams({ category }))}
        />
      )}
      <ResourceList
        resource={PLATFORMS}
        label={t("platforms")}
        columns={COLUMNS}
        query={{ category: active }}
        excludeFilters={EXCLUDED_FILTERS}
        create={null}
        bulkDelete={false}
        rowBuiltIns={NO_ACTIONS}
      />
    </Page>
  );
}
