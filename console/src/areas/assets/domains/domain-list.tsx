import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { Amount } from "../../../kit/list/formatters/amount.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { ASSETS } from "../resources.ts";
import { DOMAINS, gatewaysPath } from "./domain-resources.ts";

const MEMBERS: ColumnPlan = {
  defaults: ["name", "address", "platform", "connectivity"],
  exclude: ["auto_config", "spec_info", "gathered_info", "accounts"],
};

/** How many gateways a domain has, and the way to them. */
function GatewayCount({ domain }: { readonly domain: Row }) {
  const { t } = useTranslation("domains");
  const { can } = useSession();
  const count = Array.isArray(domain.gateways) ? domain.gateways.length : 0;
  if (!can("assets.view_gateway")) return <span className="numeric">{count}</span>;
  return (
    <Link
      className="numeric"
      to={gatewaysPath(String(domain.id))}
      aria-label={t("gateway.countOf", { count, name: rowName(domain) })}
    >
      {count}
    </Link>
  );
}

/** The list of domains. */
export default function DomainList() {
  const { t } = useTranslation(["domains", "routes"]);
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "assets", "gateway_count", "comment"],
      exclude: ["gateways"],
      extra: ["gateway_count"],
      overrides: {
        assets: {
          align: "right",
          render: (row) => (
            <Amount
              value={row.assets}
              title={t("members", { name: rowName(row) })}
              list={{ resource: ASSETS, columns: MEMBERS, query: { domain: String(row.id) } }}
            />
          ),
        },
        gateway_count: {
          title: t("gateways"),
          align: "right",
          render: (row) => <GatewayCount domain={row} />,
        },
      },
    }),
    [t],
  );
  return (
    <Page title={t("routes:domains")} help={t("help")}>
      <ResourceList
        resource={DOMAINS}
        label={t("routes:domains")}
        columns={columns}
        create={{ label: t("routes:domainCreate") }}
        emptyHint={t("emptyHint")}
      />
    </Page>
  );
}
