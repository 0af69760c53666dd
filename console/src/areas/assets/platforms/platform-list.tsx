import { useTranslation } from "react-i18next";
import { TabPage } from "../../../kit/detail/tab-page.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { TableSkeleton } from "../../../kit/list/list-states.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { type AssetCategory, useCategories } from "../categories.ts";
import { PLATFORMS } from "../resources.ts";
import { CreateMenu } from "./create-menu.tsx";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "type", "protocols", "internal", "comment"],
  exclude: ["automation", "custom_fields"],
};

const EXCLUDED_FILTERS = ["category"];

/** Those that come with the product stay as they are. */
const isOwn = (row: Row) => row.internal !== true;

function pathsOf(row: Row) {
  const copy = new URLSearchParams({
    category: String(plainValue(row.category)),
    type: String(plainValue(row.type)),
    clone_from: String(row.id),
  });
  return {
    update: PLATFORMS.routes.update?.(String(row.id)) ?? "",
    duplicate: `${PLATFORMS.routes.create ?? ""}?${copy.toString()}`,
  };
}

function CategoryPlatforms({ category }: { readonly category: AssetCategory }) {
  const { t } = useTranslation(["routes", "assets"]);
  return (
    <ResourceList
      key={category.value}
      resource={PLATFORMS}
      label={t("platforms")}
      columns={COLUMNS}
      query={{ category: category.value }}
      filters={{ exclude: EXCLUDED_FILTERS }}
      create={null}
      toolbar={{ extra: <CreateMenu category={category} /> }}
      emptyHint={t("assets:platformsEmpty")}
      emptyAction={<CreateMenu category={category} />}
      bulk={{ delete: false }}
      rows={{ canChange: isOwn, paths: pathsOf }}
    />
  );
}

/** The list of platforms, by category. */
export default function PlatformList() {
  const { t } = useTranslation(["assetForms", "routes"]);
  const { can } = useSession();
  const categories = useCategories();
  const known = categories.data ?? [];
  // Types of their own begin with a platform, so the category is there before it has any.
  const shown =
    known.some(({ value }) => value === "custom") || !can("assets.add_platform")
      ? known
      : [...known, { value: "custom", label: t("customTypes"), types: [] }];
  return (
    <Page title={t("routes:platforms")}>
      {categories.isPending ? (
        <TableSkeleton />
      ) : (
        <TabPage
          lists
          initial="host"
          tabs={shown.map((category) => ({
            key: category.value,
            label: category.label,
            content: <CategoryPlatforms category={category} />,
          }))}
        />
      )}
    </Page>
  );
}
