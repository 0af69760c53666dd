import { isRecord } from "../../../kit/api/api-error.ts";
import type { RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { ASSETS, assetLabel } from "../resources.ts";

/** Networks that are reached through gateways (docs/contract/assets.md, "Domains"). */
export const DOMAINS: ResourceDescriptor = {
  url: "/api/v1/assets/domains/",
  permission: { app: "assets", model: "domain" },
  routes: {
    list: "/console/assets/domains",
    create: "/console/assets/domains/create",
    update: (id) => `/console/assets/domains/${id}/update`,
    detail: (id) => `/console/assets/domains/${id}`,
  },
};

/** Name of the platform whose assets are gateways. */
export const GATEWAY_PLATFORM = "Gateway";

/** Whether an asset is a gateway. */
export function isGateway(asset: Row): boolean {
  return isRecord(asset.platform) && asset.platform.name === GATEWAY_PLATFORM;
}

/** What can be in a domain: assets whose platform works with domains, except gateways. */
export const DOMAIN_ASSET_OPTIONS: RelatedSource = {
  url: ASSETS.url,
  query: { domain_enabled: true, fields: "id,name,address,platform,protocols" },
  label: ({ name, address }) => assetLabel({ name, address }),
  accept: (asset) => !isGateway(asset),
};

/** The tab of a domain that lists its gateways. */
export const GATEWAYS_TAB = "GatewayList";

/** The gateways of a domain, in the list on its page. */
export function gatewaysPath(domain: string): string {
  return `${DOMAINS.routes.detail?.(domain) ?? ""}?activeTab=${GATEWAYS_TAB}`;
}

/** What the forms of gateways find in their address, by the contract of the console. */
function formQuery(domain: string | undefined, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...(domain === undefined ? {} : { domain }),
    platform_type: "linux",
    category: "host",
    ...more,
  });
  return `?${query.toString()}`;
}

const GATEWAY_FORM = "/console/assets/gateways";

/** Where a gateway is made for a domain; a copy of another one, where that is given. */
export function gatewayCreateQuery(domain: string, source?: string): string {
  return formQuery(domain, source === undefined ? {} : { clone_from: source });
}

/** Hosts that lead into a domain (docs/contract/assets.md, "Gateways"); they are shown as the assets they are. */
export function gatewaysOf(domain: string | undefined): ResourceDescriptor {
  return {
    url: "/api/v1/assets/gateways/",
    permission: { app: "assets", model: "gateway" },
    routes: {
      list: domain === undefined ? DOMAINS.routes.list : gatewaysPath(domain),
      create: `${GATEWAY_FORM}/create`,
      update: (id) => `${GATEWAY_FORM}/${id}/update${formQuery(domain)}`,
      detail: (id) => ASSETS.routes.detail?.(id) ?? "",
    },
  };
}

/** The domain an object is in; undefined when it is in none. */
export function domainIdOf(row: Row): string | undefined {
  return isRecord(row.domain) ? valueText(row.domain.id) : undefined;
}
