import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { AssetsInput } from "../asset-picker.tsx";
import { DOMAIN_ASSET_OPTIONS, DOMAINS } from "./domain-resources.ts";

/** A copy takes no assets from the domain it is made of. */
const withoutAssets = (source: Record<string, unknown>) => ({ ...source, assets: [] });

/** Creates or changes a domain. */
export default function DomainForm() {
  const { t } = useTranslation(["domains", "kit", "routes"]);
  const { id } = useParams();
  const groups = useMemo(
    () => [{ title: t("kit:detail.basic"), fields: ["name", "assets", "comment"] }],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({ assets: { input: AssetsInput, related: DOMAIN_ASSET_OPTIONS, help: t("assetsHelp") } }),
    [t],
  );
  return (
    <Page title={t(id === undefined ? "routes:domainCreate" : "routes:domainUpdate")}>
      <ResourceForm resource={DOMAINS} groups={groups} overrides={overrides} prepareClone={withoutAssets} />
    </Page>
  );
}
