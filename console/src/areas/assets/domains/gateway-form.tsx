import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { AssetForm } from "../forms/asset-form.tsx";
import { DOMAIN_OPTIONS } from "../resources.ts";
import { DOMAINS, domainIdOf, GATEWAY_PLATFORM, gatewaysOf, gatewaysPath } from "./domain-resources.ts";

/** Creates or changes a gateway: a host whose platform, and whose domain when the address names one, are settled. */
export default function GatewayForm() {
  const { t } = useTranslation("routes");
  const [address] = useSearchParams();
  const domain = address.get("domain") ?? undefined;
  const resource = useMemo(() => gatewaysOf(domain), [domain]);
  const overrides = useMemo<FieldOverrides>(
    () => ({ domain: { related: DOMAIN_OPTIONS, disabled: domain !== undefined } }),
    [domain],
  );
  const initial = useMemo<Row>(() => ({ domain }), [domain]);
  const next = (saved: Row) => {
    const into = domain ?? domainIdOf(saved);
    return into === undefined ? DOMAINS.routes.list : gatewaysPath(into);
  };
  return (
    <AssetForm
      category="host"
      titles={{ create: t("gatewayCreate"), update: t("gatewayUpdate") }}
      resource={resource}
      platform={GATEWAY_PLATFORM}
      overrides={overrides}
      initial={initial}
      next={next}
    />
  );
}
