import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast } from "../../../kit/feedback.ts";
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
    return { protocols: { ...protocols, disabled: fixed } };
  }, [category, type, constraints, categories.data, fixed, t]);
  const groups = useMemo(() => [{ title: "", fields: ["protocols"] }], []);
  return (
    <section className={`card platform-protocols ${fixed ? "form-fixed" : ""}`}>
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
