import { useTranslation } from "react-i18next";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { useCategories } from "../categories.ts";
import { useConstraints } from "./constraints.ts";
import { kindText } from "./platform-overrides.ts";
import { ProtocolsCard } from "./protocols-card.tsx";

const CARD = [
  "id",
  "name",
  "charset",
  "internal",
  "type",
  "su_method",
  "date_created",
  "date_updated",
  "created_by",
  "updated_by",
  "comment",
];

/** What a platform is, its switches, and its protocols. */
export function PlatformBasics({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("assetForms");
  const { can } = useSession();
  const categories = useCategories();
  const { row, fields, patch } = context;
  const category = String(plainValue(row.category));
  const type = String(plainValue(row.type));
  const { constraints } = useConstraints(category, type);
  const isFixed = row.internal === true || !can("assets.change_platform");
  return (
    <div className="detail-columns">
      <DetailCard
        items={detailItems(fields, row, CARD, {
          type: () => kindText({ category, type }, categories.data ?? []),
        })}
      />
      <div className="detail-stack">
        <QuickActions
          actions={[
            {
              key: "domain",
              title: t("domainSwitch"),
              checked: row.domain_enabled === true,
              disabled: isFixed || constraints?.domain !== true,
              run: (checked) => patch({ domain_enabled: checked }),
            },
            {
              key: "su",
              title: t("suSwitch"),
              checked: row.su_enabled === true,
              disabled: isFixed || constraints?.su !== true,
              run: (checked) => patch({ su_enabled: checked }),
            },
          ]}
        />
        {constraints === undefined ? null : (
          <ProtocolsCard context={context} constraints={constraints} fixed={isFixed} />
        )}
      </div>
    </div>
  );
}
