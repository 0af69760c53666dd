import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isRecord } from "../../../kit/api/api-error.ts";
import { fieldsOf, metadataQuery, objectQuery } from "../../../kit/api/resources.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { type QuickAction, QuickActions } from "../../../kit/detail/quick-actions.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { asProtocols, protocolsKind } from "../../../kit/field-kinds/protocols.tsx";
import { DetailLink } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { screenExists } from "../../../kit/screens.ts";
import { useSession } from "../../../kit/session.ts";
import { runTask, supportsTask, useTaskPermission } from "../asset-tasks.ts";
import { categoryOf, collectionOf } from "../categories.ts";
import { connectivityOf } from "../connectivity.tsx";
import { DOMAINS } from "../domains/domain-resources.ts";
import { hardwareItems } from "../hardware-items.ts";
import { PLATFORMS } from "../resources.ts";
import { LabelsCard, NodesCard } from "./relation-cards.tsx";

const CARD = [
  "id",
  "name",
  "category",
  "type",
  "address",
  "protocols",
  "domain",
  "platform",
  "connectivity",
  "date_verified",
  "date_created",
  "created_by",
  "comment",
];

const SESSIONS = "/audit/sessions/sessions";

interface CardProps {
  readonly context: DetailContext;
}

/** A website's protocol, under the name of the one its address asks for. */
function shownProtocols(asset: Row) {
  const isSecure = /^https:/i.test(valueText(asset.address));
  const rows = asProtocols(asset.protocols).map((row) =>
    isSecure && row.name === "http" ? { ...row, name: "https" } : row,
  );
  return protocolsKind.cell(rows, { type: "field" }, "protocols");
}

/** What is particular to the category; the steps that fill in a page are too long for a card. */
function SpecificCard({ context: { row, fields } }: CardProps) {
  const { t } = useTranslation("assetForms");
  const info = isRecord(row.spec_info) ? row.spec_info : {};
  const known = useQuery({
    ...metadataQuery(collectionOf(categoryOf(row) ?? "host").url),
    enabled: Object.keys(info).length > 0,
  });
  const names = Object.keys(info).filter((name) => name !== "script");
  const isScripted = plainValue(info.autofill) === "script";
  if (names.length === 0 || isScripted) return null;
  const labels = { ...fieldsOf(known.data, "GET"), ...fields.spec_info?.children };
  return <DetailCard title={t("specific")} items={detailItems(labels, info, names)} />;
}

/** The fields that the platform of a custom asset has added. */
function CustomCard({ context: { row } }: CardProps) {
  const { t } = useTranslation("assetForms");
  const isCustom = categoryOf(row) === "custom";
  const url = `${collectionOf("custom").url}${String(row.id)}/`;
  const object = useQuery({ ...objectQuery<Row>(url), enabled: isCustom });
  const metadata = useQuery({ ...metadataQuery(url), enabled: isCustom });
  const info = isRecord(object.data?.custom_info) ? object.data.custom_info : {};
  if (Object.keys(info).length === 0) return null;
  const fields = fieldsOf(metadata.data, "GET").custom_info?.children ?? {};
  return <DetailCard title={t("group.custom")} items={detailItems(fields, info, Object.keys(info))} />;
}

function HardwareCard({ context: { row, fields } }: CardProps) {
  const { t } = useTranslation("assetForms");
  const items = hardwareItems(fields, isRecord(row.gathered_info) ? row.gathered_info : {});
  return items.length === 0 ? null : <DetailCard title={t("hardware")} items={items} />;
}

function useQuickActions({ row, patch }: DetailContext): QuickAction[] {
  const { t } = useTranslation(["assetForms", "assets", "routes"]);
  const { can, inRoot } = useSession();
  const navigate = useNavigate();
  const mayTest = useTaskPermission("test");
  const mayRefresh = useTaskPermission("refresh");
  const actions: QuickAction[] = [
    {
      key: "active",
      title: t("assets:activate"),
      checked: row.is_active === true,
      disabled: inRoot || !can("assets.change_asset"),
      run: (checked) => patch({ is_active: checked }),
    },
  ];
  if (mayRefresh) {
    actions.push({
      key: "refresh",
      title: t("refreshHardware"),
      button: t("refresh"),
      disabled: !supportsTask(row, "refresh"),
      run: () => runTask(row, "refresh"),
    });
  }
  if (mayTest) {
    actions.push({
      key: "test",
      title: t("testConnectivity"),
      button: t("test"),
      disabled: !supportsTask(row, "test"),
      run: () => runTask(row, "test"),
    });
  }
  if (can("terminal.view_session") && can("rbac.view_audit") && screenExists(SESSIONS)) {
    const query = new URLSearchParams({ activeTab: "OfflineList", asset_id: String(row.id) });
    actions.push({
      key: "sessions",
      title: t("routes:sessions"),
      button: t("show"),
      run: () => void navigate(`${SESSIONS}?${query.toString()}`),
    });
  }
  return actions;
}

/** What an asset is, and what can be done with it at once. */
export function AssetBasics({ context }: CardProps) {
  const { can } = useSession();
  const actions = useQuickActions(context);
  const { row, fields } = context;
  return (
    <div className="detail-columns">
      <div className="detail-stack">
        <DetailCard
          items={detailItems(fields, row, CARD, {
            protocols: shownProtocols,
            connectivity: connectivityOf,
            domain: (asset) =>
              isRecord(asset.domain) ? <DetailLink resource={DOMAINS} row={asset.domain} /> : "",
            platform: (asset) =>
              isRecord(asset.platform) ? <DetailLink resource={PLATFORMS} row={asset.platform} /> : "",
          })}
        />
        <SpecificCard context={context} />
        <CustomCard context={context} />
        <HardwareCard context={context} />
      </div>
      <div className="detail-stack">
        <QuickActions actions={actions} />
        <NodesCard context={context} />
        {can("assets.view_label") ? <LabelsCard context={context} /> : null}
      </div>
    </div>
  );
}
