import { useTranslation } from "react-i18next";
import { type PageTab, TabPage } from "../../../kit/detail/tab-page.tsx";
import { TableSkeleton } from "../../../kit/list/list-states.tsx";
import { Page } from "../../../kit/page.tsx";
import { TreeTable } from "../../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../../kit/tree/use-tree-choice.ts";
import { type CategoryName, isCategory, useCategories } from "../categories.ts";
import { AssetTrees } from "../nodes/asset-trees.tsx";
import { AssetTable } from "./asset-table.tsx";

/** Assets of every category beside the tree of nodes. */
function AllAssets() {
  const tree = useTreeChoice();
  return (
    <TreeTable tree={<AssetTrees counts="asset" choice={tree} editable />}>
      <AssetTable query={tree.query} node={tree.node} />
    </TreeTable>
  );
}

/** Assets of one category; of those that need applets on the way it is said. */
function CategoryAssets({ category }: { readonly category: CategoryName }) {
  const { t } = useTranslation("assetForms");
  return (
    <>
      {category === "web" || category === "custom" ? (
        <p className="hint">{t(`listHelp.${category}`)}</p>
      ) : null}
      <AssetTable key={category} category={category} />
    </>
  );
}

/** Assets: all beside the tree, and each category with what is its own. */
export default function AssetList() {
  const { t } = useTranslation(["assetForms", "routes"]);
  const categories = useCategories();
  const tabs: PageTab[] = [
    { key: "all", label: t("all"), content: <AllAssets /> },
    ...(categories.data ?? []).flatMap(({ value, label }) =>
      isCategory(value)
        ? [
            {
              key: value,
              label,
              content: <CategoryAssets category={value} />,
            },
          ]
        : [],
    ),
  ];
  return (
    <Page title={t("routes:assets")}>
      {categories.isPending ? <TableSkeleton /> : <TabPage tabs={tabs} lists />}
    </Page>
  );
}
