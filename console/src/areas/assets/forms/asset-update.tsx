import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { objectQuery } from "../../../kit/api/resources.ts";
import { DetailFailure } from "../../../kit/detail/detail-failure.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { assetPaths } from "../categories.ts";
import { ASSETS } from "../resources.ts";

/** Leads to the form of an asset's category, from an address that does not name it. */
export default function AssetUpdate() {
  const { t } = useTranslation(["routes", "common"]);
  const { id = "" } = useParams();
  const asset = useQuery(objectQuery<Row>(`${ASSETS.url}${id}/`));
  if (asset.data !== undefined) {
    const { update } = assetPaths(asset.data);
    return <Navigate to={update ?? `${ASSETS.routes.list}/${encodeURIComponent(id)}`} replace />;
  }
  return (
    <Page title={t("assetUpdate")}>
      {asset.error === null ? (
        <div className="form-skeleton" role="status" aria-label={t("common:loading")} />
      ) : (
        <DetailFailure
          error={asset.error}
          listPath={ASSETS.routes.list}
          onRetry={() => void asset.refetch()}
        />
      )}
    </Page>
  );
}
