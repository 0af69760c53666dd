import { lazy, Suspense } from "react";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { useRefusalsHere, useRefusalTexts } from "./use-refusals-here.ts";

const RefusalsTab = lazy(() => import("./refusals-tab.tsx"));

/** The tab of a user's or an asset's page that answers "why couldn't I"; no tab for who may not read it. */
export function useRefusalsTab(
  query: { readonly user_id: string } | { readonly asset_id: string },
): readonly PageTab[] {
  const { t } = useRefusalTexts();
  if (useRefusalsHere() !== true) return [];
  return [
    {
      key: "Refusals",
      label: t("routes:refusals"),
      content: (
        <Suspense fallback={<div className="card-loading" />}>
          <RefusalsTab query={query} />
        </Suspense>
      ),
    },
  ];
}
