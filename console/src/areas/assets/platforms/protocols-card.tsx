import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DetailCard } from "../../../kit/detail/detail-card.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast } from "../../../kit/feedback.ts";
import { protocolsKind } from "../../../kit/field-kinds/protocols.tsx";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { useCategories } from "../categories.ts";
import { PLATFORMS } from "../resources.ts";
import type { Constraints } from "./constraints.ts";
import { platformOverrides } from "./platform-overrides.ts";

interface ProtocolsCardProps {
  readonly context: DetailContext;
  readonly constraints: Constraints;
  /** They can be looked at only. */
  readonly fixed: boolean;
}

/** The protocols of a platform, changed in their place. */
export function ProtocolsCard({ context, constraints, fixed }: ProtocolsCardProps) {
  const { t } = useTranslation(["assetForms", "kit"]);
  const categories = useCategories();
  const { row } = context;
  const category = String(plainValue(row.category));
  const type = String(plainValue(row.type));
  const overrides = useMemo(() => {
    const { protocols } = platformOverrides({ category, type }, constraints, categories.data ?? [], t);
    return protocols === undefined ? {} : { protocols };
  }, [category, type, constraints, categories.data, t]);
  const groups = useMemo(() => [{ title: "", fields: ["protocols"] }], []);
  if (fixed) {
    const value = protocolsKind.cell(row.protocols, { type: "field" }, "protocols");
    return (
      <DetailCard
        title={t("group.protocols")}
        items={[{ key: "protocols", label: t("group.protocols"), value }]}
      />
    );
  }
  return (
    <section className="card platform-protocols">
      <h2>{t("group.protocols")}</h2>
      <SingleForm
        url={`${PLATFORMS.url}${String(row.id)}/`}
        updateMethod="PATCH"
        groups={groups}
        overrides={overrides}
        saveText={t("update")}
        onSaved={() => toast("success", t("kit:detail.updateDone"))}
      />
    </section>
  );
}
