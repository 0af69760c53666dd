import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast } from "../../../kit/feedback.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { PLATFORMS } from "../resources.ts";
import { automationOverride } from "./automation-override.ts";
import { useConstraints } from "./constraints.ts";
import { ConstraintsContext } from "./constraints-scope.ts";

/** What is automated on the assets of a platform; of one that comes with the product only shown. */
export function PlatformAutomation({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation(["assetForms", "kit"]);
  const { row } = context;
  const isFixed = row.internal === true;
  const known = useConstraints(String(plainValue(row.category)), String(plainValue(row.type)));
  const overrides = useMemo(
    () => ({ automation: automationOverride(isFixed, t("kit:form.json")) }),
    [isFixed, t],
  );
  const groups = useMemo(() => [{ title: t("group.automation"), fields: ["automation"] }], [t]);
  if (known.error !== null) return <FailureNotice error={known.error} onRetry={known.retry} />;
  if (known.constraints === undefined) return <div className="card-loading" />;
  return (
    <ConstraintsContext value={known.constraints}>
      <div className={isFixed ? "form-fixed" : ""}>
        {isFixed ? <p className="hint">{t("internalPlatformHelp")}</p> : null}
        <SingleForm
          url={`${PLATFORMS.url}${String(row.id)}/`}
          updateMethod="PATCH"
          groups={groups}
          overrides={overrides}
          onSaved={() => toast("success", t("kit:detail.updateDone"))}
        />
      </div>
    </ConstraintsContext>
  );
}
