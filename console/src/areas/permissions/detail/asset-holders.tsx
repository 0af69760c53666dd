import { lazy, Suspense } from "react";
import type { Row } from "../../../kit/metadata/types.ts";

const AssetHoldersTab = lazy(() => import("./asset-holders-tab.tsx"));

/** Who is granted an asset, and by which permissions: a tab of the asset's page. */
export function AssetHolders({ asset }: { readonly asset: Row }) {
  return (
    <Suspense fallback={<div className="card-loading" />}>
      <AssetHoldersTab asset={asset} />
    </Suspense>
  );
}
