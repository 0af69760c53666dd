import { labelNameProblem } from "@sallyport/contract/asset-rules";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { AssetsInput } from "../asset-picker.tsx";
import { ASSET_OPTIONS } from "../resources.ts";
import { LABELS } from "./label-resources.ts";

/** Creates or changes a label, and says which assets carry it. */
export default function LabelForm() {
  const { t } = useTranslation(["domains", "kit", "routes"]);
  const { id } = useParams();
  const groups = useMemo(
    () => [{ title: t("kit:detail.basic"), fields: ["name", "value", "assets", "comment"] }],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      name: {
        help: t("label.nameHelp"),
        // A name that was taken before there were rules may stay: of those the server judges.
        problem: (value) => {
          const problem = id === undefined ? labelNameProblem(String(value ?? "")) : undefined;
          return problem === undefined ? undefined : t(`label.nameProblem.${problem}`);
        },
      },
      assets: { input: AssetsInput, related: ASSET_OPTIONS },
    }),
    [t, id],
  );
  return (
    <Page title={t(id === undefined ? "routes:labelCreate" : "routes:labelUpdate")}>
      <ResourceForm resource={LABELS} groups={groups} overrides={overrides} />
    </Page>
  );
}
