import { useMemo } from "react";
import { useParams } from "react-router";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { ENDPOINTS, RULES, RULES_TAB } from "./endpoint-resources.ts";
import { useEndpointTexts } from "./endpoint-texts.ts";

const toList = () => `${RULES.routes.list}?activeTab=${RULES_TAB}`;

const OVERRIDES: FieldOverrides = {
  ip_group: { kind: "addresses" },
  // The contract lets a rule point nowhere; whoever makes one here means an endpoint.
  endpoint: { related: { url: ENDPOINTS.url, query: { fields_size: "mini" } }, required: true },
};

const INITIAL = { ip_group: ["*"] };

/** Creates or changes a rule about which addresses lead to which endpoint. */
export default function EndpointRuleForm() {
  const { t } = useEndpointTexts();
  const { id } = useParams();
  const groups = useMemo(
    () => [
      { title: t("endpoints:basic"), fields: ["name", "priority"] },
      { title: t("endpoints:endpoint"), fields: ["ip_group", "endpoint"] },
      { title: t("endpoints:other"), fields: ["is_active", "comment"] },
    ],
    [t],
  );
  return (
    <Page title={t(id === undefined ? "routes:endpointRuleCreate" : "routes:endpointRuleUpdate")}>
      <ResourceForm
        resource={RULES}
        groups={groups}
        overrides={OVERRIDES}
        initial={INITIAL}
        saveAndContinue={false}
        next={toList}
      />
    </Page>
  );
}
