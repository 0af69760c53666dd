import type { RelatedSource } from "../../kit/field-kinds/field-kind.ts";
import { labelText } from "../../kit/field-kinds/labels.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Assets of any category. Created and changed through their category. */
export const ASSETS: ResourceDescriptor = {
  url: "/api/v1/assets/assets/",
  permission: { app: "assets", model: "asset" },
  routes: { list: "/console/assets/assets", detail: (id) => `/console/assets/assets/${id}` },
};

/** Kinds of asset and what they support. */
export const PLATFORMS: ResourceDescriptor = {
  url: "/api/v1/assets/platforms/",
  permission: { app: "assets", model: "platform" },
  global: true,
  routes: {
    list: "/console/assets/platforms",
    create: "/console/assets/platforms/create",
    update: (id) => `/console/assets/platforms/${id}/update`,
    detail: (id) => `/console/assets/platforms/${id}`,
  },
};

/** `name(address)`, as an asset is called in selects. */
export function assetLabel(asset: Row): string {
  return `${valueText(asset.name)}(${valueText(asset.address)})`;
}

/** Assets as options of a relation. */
export const ASSET_OPTIONS: RelatedSource = {
  url: ASSETS.url,
  query: { fields_size: "mini" },
  label: assetLabel,
};

/** Platforms as options of a relation. */
export const PLATFORM_OPTIONS: RelatedSource = { url: PLATFORMS.url, query: { fields_size: "mini" } };

/** List URL of nodes. */
export const NODES_URL = "/api/v1/assets/nodes/";

/** Nodes as options of a relation, by their full path. */
export const NODE_OPTIONS: RelatedSource = {
  url: NODES_URL,
  label: (node) => valueText(node.full_value ?? node.name),
};

/** Domains as options of a relation. */
export const DOMAIN_OPTIONS: RelatedSource = { url: "/api/v1/assets/domains/" };

/** Labels as options of a relation. */
export const LABEL_OPTIONS: RelatedSource = { url: "/api/v1/assets/labels/", label: labelText };
