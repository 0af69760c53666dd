import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { labelled } from "../../../kit/metadata/labelled.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { FLOWS } from "../resources.ts";
import { typeOf } from "../ticket.ts";
import { TypeText } from "../ticket-marks.tsx";
import { approverNames, levelsOf, readRules } from "./flow.ts";

function Levels({ flow, fields }: { readonly flow: Row; readonly fields: FieldMap }) {
  const { t } = useTranslation("tickets");
  const rows = Array.isArray(flow.rules) ? flow.rules.filter(isRecord) : [];
  const rules = readRules(rows);
  return (
    <DetailCard
      title={t("flow.approverTitle")}
      items={[
        ...rules.map(({ strategy }, index) => {
          const names = approverNames(rows[index]);
          const who = t(`flow.strategy.${strategy}`);
          return {
            key: `${index}`,
            label: t("flow.levelTitle", { level: index + 1 }),
            value: names === "" ? who : labelled(who, names),
          };
        }),
        ...detailItems(fields, flow, ["mfa_required"]),
      ]}
    />
  );
}

function Basic({ flow, fields }: { readonly flow: Row; readonly fields: FieldMap }) {
  const { t } = useTranslation("tickets");
  return (
    <DetailCard
      items={[
        { key: "type", label: t("field.type"), value: <TypeText ticket={flow} /> },
        {
          key: "level",
          label: t("flow.level"),
          value: levelsOf(flow.approval_level) === 2 ? t("flow.levels.2") : t("flow.levels.1"),
        },
        { key: "org", label: t("field.org_name"), value: valueText(flow.org_name) },
        ...detailItems(fields, flow, ["created_by", "date_created", "date_updated"]),
      ]}
    />
  );
}

/** One flow: for which requests, and who approves them. */
export default function FlowDetail() {
  const { t } = useTranslation(["tickets", "routes", "kit"]);
  return (
    <ResourceDetail
      resource={FLOWS}
      prefix={t("routes:flowDetail")}
      title={(flow) => {
        const type = typeOf(flow);
        return type === undefined ? valueText(flow.type) : t(`tickets:type.${type}`);
      }}
      canDelete={false}
      changeInRoot
      tabs={({ row, fields }) => [
        {
          key: "Flow",
          label: t("kit:detail.basic"),
          content: (
            <div className="detail-stack">
              <Basic flow={row} fields={fields} />
              <Levels flow={row} fields={fields} />
            </div>
          ),
        },
      ]}
    />
  );
}
