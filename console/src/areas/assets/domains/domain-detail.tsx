import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { RelationCard } from "../../../kit/detail/relation-card.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { ASSETS } from "../resources.ts";
import { DOMAIN_ASSET_OPTIONS, DOMAINS, GATEWAYS_TAB } from "./domain-resources.ts";
import { DomainGateways } from "./gateway-list.tsx";

const CARD = ["name", "assets", "gateways", "date_created", "comment"];

const listed = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function Basic({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("domains");
  const { can } = useSession();
  const { row, fields, patch } = context;
  const assets = listed(row.assets);
  const mayChange = can("assets.change_domain");
  const items = assets.map((asset) => ({
    id: String(asset.id),
    label: valueText(asset.name),
    ...(can("assets.view_asset") ? { path: ASSETS.routes.detail?.(String(asset.id)) } : {}),
  }));
  const write = (ids: readonly string[]) => patch({ assets: ids.map((pk) => ({ pk })) });
  const ids = items.map(({ id }) => id);
  return (
    <div className="detail-columns">
      <DetailCard
        items={detailItems(fields, row, CARD, {
          assets: () => String(assets.length),
          gateways: () => String(listed(row.gateways).length),
        })}
      />
      <RelationCard
        title={t("assets")}
        hint={t("assetsHelp")}
        items={items}
        options={DOMAIN_ASSET_OPTIONS}
        onAdd={mayChange ? (added) => write([...ids, ...added]) : undefined}
        onRemove={mayChange ? ({ id }) => write(ids.filter((other) => other !== id)) : undefined}
      />
    </div>
  );
}

/** One domain: its assets, and the gateways that lead to them. */
export default function DomainDetail() {
  const { t } = useTranslation(["domains", "routes", "kit"]);
  const { can } = useSession();
  const tabs = (context: DetailContext): PageTab[] => [
    { key: "DomainDetail", label: t("kit:detail.basic"), content: <Basic context={context} /> },
    ...(can("assets.view_gateway")
      ? [{ key: GATEWAYS_TAB, label: t("gateways"), content: <DomainGateways domain={context.row} /> }]
      : []),
  ];
  return <ResourceDetail resource={DOMAINS} prefix={t("routes:domainDetail")} tabs={tabs} />;
}
