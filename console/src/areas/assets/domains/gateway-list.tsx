import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Action } from "../../../kit/list/row-actions.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { connectivityOf } from "../connectivity.tsx";
import { gatewayCreateQuery, gatewaysOf } from "./domain-resources.ts";

const GatewayTestDialog = lazy(() => import("./gateway-test-dialog.tsx"));

const COLUMNS: ColumnPlan = {
  defaults: ["name", "address", "protocols", "nodes_display", "connectivity", "comment"],
  exclude: ["auto_config", "spec_info", "gathered_info", "accounts"],
  overrides: { connectivity: { render: connectivityOf, width: 110 } },
};

/** The gateways of a domain: what leads to them, and whether they answer. */
export function DomainGateways({ domain }: { readonly domain: Row }) {
  const { t } = useTranslation(["domains", "routes"]);
  const { can, inRoot } = useSession();
  const [tested, setTested] = useState<Row>();
  const id = String(domain.id);
  const resource = useMemo(() => gatewaysOf(id), [id]);
  const mayTest = can("assets.test_assetconnectivity") && !inRoot;
  const extras = (gateway: Row): readonly Action[] =>
    mayTest ? [{ key: "test", label: t("gateway.test"), order: 15, run: () => setTested(gateway) }] : [];
  const paths = (gateway: Row) => ({
    update: resource.routes.update?.(String(gateway.id)) ?? "",
    duplicate: `${resource.routes.create ?? ""}${gatewayCreateQuery(id, String(gateway.id))}`,
  });
  return (
    <>
      <ResourceList
        resource={resource}
        label={t("gateways")}
        columns={COLUMNS}
        query={{ domain: id }}
        inAddress={false}
        create={{ query: gatewayCreateQuery(id), label: t("routes:gatewayCreate") }}
        rows={{ paths, extras }}
        emptyHint={t("gateway.emptyHint")}
      />
      {tested === undefined ? null : (
        <Suspense fallback={null}>
          <GatewayTestDialog gateway={tested} onClose={() => setTested(undefined)} />
        </Suspense>
      )}
    </>
  );
}
