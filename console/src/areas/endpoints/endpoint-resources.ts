import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

const TERMINAL = "/settings/terminal";

/** The list of endpoints, a tab of the terminal settings. */
export const ENDPOINTS_TAB = "Endpoint";

/** The list of endpoint rules, a tab of the terminal settings. */
export const RULES_TAB = "EndpointRule";

/** Where client programs connect to (docs/contract/endpoints.md, section 1). */
export const ENDPOINTS: ResourceDescriptor = {
  url: "/api/v1/terminal/endpoints/",
  permission: { app: "terminal", model: "endpoint" },
  global: true,
  routes: {
    list: TERMINAL,
    create: `${TERMINAL}/endpoint/create`,
    update: (id) => `${TERMINAL}/endpoint/${id}/update`,
  },
};

/** Which addresses of assets lead to which endpoint (docs/contract/endpoints.md, section 2). */
export const RULES: ResourceDescriptor = {
  url: "/api/v1/terminal/endpoint-rules/",
  permission: { app: "terminal", model: "endpointrule" },
  global: true,
  routes: {
    list: TERMINAL,
    create: `${TERMINAL}/endpoint-rule/create`,
    update: (id) => `${TERMINAL}/endpoint-rule/${id}/update`,
  },
};

/** The endpoint that is used where no rule matches. */
const DEFAULT_ENDPOINT = "00000000-0000-0000-0000-000000000001";

/** Whether a row is the default endpoint, which stays and is where the site is. */
export const isDefaultEndpoint = ({ id }: Row): boolean => valueText(id) === DEFAULT_ENDPOINT;

/** Protocols a client may connect by, as endpoints have ports for them. */
export const PROTOCOLS: readonly (readonly [value: string, label: string])[] = [
  ["ssh", "SSH"],
  ["sftp", "SFTP"],
  ["telnet", "Telnet"],
  ["rdp", "RDP"],
  ["mysql", "MySQL"],
  ["mariadb", "MariaDB"],
  ["postgresql", "PostgreSQL"],
  ["redis", "Redis"],
  ["http", "HTTP"],
  ["https", "HTTPS"],
];
