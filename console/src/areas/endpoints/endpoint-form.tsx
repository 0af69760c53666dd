import { useMemo } from "react";
import { useParams } from "react-router";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { ENDPOINTS, ENDPOINTS_TAB, isDefaultEndpoint } from "./endpoint-resources.ts";
import { useEndpointTexts } from "./endpoint-texts.ts";

const toList = () => `${ENDPOINTS.routes.list}?activeTab=${ENDPOINTS_TAB}`;

const PORTS = ["http_port", "https_port", "ssh_port", "rdp_port"];
const DATABASE_PORTS = ["mysql_port", "mariadb_port", "postgresql_port", "redis_port"];

/** Creates or changes an endpoint. */
export default function EndpointForm() {
  const { t } = useEndpointTexts();
  const { id } = useParams();
  const groups = useMemo(
    () => [
      { title: t("endpoints:basic"), fields: ["name", "host"] },
      { title: t("endpoints:ports"), fields: PORTS },
      { title: t("endpoints:databasePorts"), fields: [...DATABASE_PORTS, "oracle_port_range"] },
      { title: t("endpoints:other"), fields: ["comment"] },
    ],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      ...(id !== undefined && isDefaultEndpoint({ id })
        ? { host: { disabled: true, help: t("endpoints:defaultHost") } }
        : {}),
      ...Object.fromEntries(
        [...PORTS, ...DATABASE_PORTS].map((name) => [name, { help: t("endpoints:portHelp") }]),
      ),
      oracle_port_range: { readOnly: true },
    }),
    [t, id],
  );
  return (
    <Page title={t(id === undefined ? "routes:endpointCreate" : "routes:endpointUpdate")}>
      <ResourceForm
        resource={ENDPOINTS}
        groups={groups}
        overrides={overrides}
        saveAndContinue={false}
        next={toList}
      />
    </Page>
  );
}
