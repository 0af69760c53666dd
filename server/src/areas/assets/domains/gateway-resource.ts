import { permission } from "../../../engine/access/index.ts";
import { defineResource, type Filter, type ResourceDeclaration } from "../../../engine/resource/index.ts";
import { type AssetResourceOptions, assetResource } from "../assets/asset-resource.ts";
import { assetCollections } from "../assets/category-fields.ts";
import { gatewayPlatformId, isGateway } from "./gateway-platform.ts";
import { text } from "./texts.ts";

/** Filters that the metadata of gateways announces; all those of assets work. */
const announced = new Set(["name", "domain"]);

function gatewayFilters(filters: Readonly<Record<string, Filter>>): Record<string, Filter> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, { ...filter, announced: announced.has(name) }]),
  );
}

/**
 * Gateways: hosts of the platform for gateways, with permissions of their own. They stand among the hosts too.
 * Contract: docs/contract/assets.md, "Gateways".
 */
export function gatewaysResource(options: AssetResourceOptions): ResourceDeclaration {
  const hosts = assetCollections.find(({ category }) => category === "host") ?? null;
  const {
    counter: _counter,
    searchText: _searchText,
    hooks,
    filters = {},
    ...shared
  } = assetResource(hosts, options);
  // A gateway keeps its platform, so none is passed over for the one that is sent.
  const { selectForBulkUpdate: _selected, ...ofHosts } = hooks ?? {};
  return defineResource({
    ...shared,
    path: "assets/gateways",
    model: "gateway",
    label: text.gateway,
    title: "Gateway",
    filters: gatewayFilters(filters),
    search: ["t.search_text", "(select d.name from domains d where d.id = t.domain_id)"],
    where: () => isGateway("t"),
    operations: ["list", "retrieve", "create", "update", "delete", "bulk", "suggestions"],
    access: { suggestions: permission("assets.match_asset") },
    actions: (shared.actions ?? []).filter(({ name }) => name === "platform"),
    hooks: {
      ...ofHosts,
      // Whichever platform a client names, a gateway has this one.
      prepare: ({ input }) =>
        "platform" in input ? { ...input, platform: gatewayPlatformId } : { ...input },
    },
  });
}
