import { Alert } from "antd";
import { useMemo } from "react";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { ENDPOINTS, isDefaultEndpoint } from "./endpoint-resources.ts";
import { useEndpointTexts } from "./endpoint-texts.ts";
import "./endpoints.css";

/** Ports below the name of their protocol alone, and short: there are many beside each other. */
const PORTS = {
  http_port: { title: "HTTP", width: 80 },
  https_port: { title: "HTTPS", width: 80 },
  ssh_port: { title: "SSH", width: 80 },
  rdp_port: { title: "RDP", width: 80 },
  mysql_port: { title: "MySQL", width: 80 },
  mariadb_port: { title: "MariaDB", width: 88 },
  postgresql_port: { title: "PostgreSQL", width: 104 },
  redis_port: { title: "Redis", width: 80 },
  oracle_port_range: { title: "Oracle", width: 116 },
} as const;

const ROWS = { canDelete: (row: Row) => !isDefaultEndpoint(row) };

/** Where client programs connect to. */
export function EndpointList() {
  const { t } = useEndpointTexts();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: [
        "name",
        "host",
        "http_port",
        "https_port",
        "ssh_port",
        "rdp_port",
        "mysql_port",
        "mariadb_port",
        "postgresql_port",
        "redis_port",
        "oracle_port_range",
      ],
      // It is known of one database only, and no row is about one.
      exclude: ["oracle_port"],
      overrides: {
        ...PORTS,
        host: {
          render: (row) => valueText(row.host) || <span className="hint">{t("endpoints:atSite")}</span>,
        },
      },
    }),
    [t],
  );
  return (
    <>
      <Alert className="endpoints-help" type="info" showIcon title={t("endpoints:help")} />
      <ResourceList
        resource={ENDPOINTS}
        label={t("endpoints:endpoints")}
        columns={columns}
        create={{ label: t("routes:endpointCreate") }}
        rows={ROWS}
        emptyHint={t("endpoints:help")}
      />
    </>
  );
}
