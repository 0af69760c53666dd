import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import {
  findRow,
  nothing,
  prepareResource,
  type Resource,
  type ResourceDeclaration,
  scopedList,
} from "../../../engine/resource/index.ts";

async function domainOf(assets: Resource, context: CallerContext, id: string): Promise<string | null> {
  const { domain_id } = await findRow(assets, context, id);
  return domain_id === null ? null : String(domain_id);
}

/**
 * `<collection>/<id>/gateways/`: the gateways of an asset's domain, for every collection assets are found in.
 * Contract: docs/contract/assets.md, "Gateways".
 */
export function assetGatewayRoutes(
  collections: readonly ResourceDeclaration[],
  gateways: ResourceDeclaration,
): RouteDeclaration[] {
  return collections.map((collection) => {
    const assets = prepareResource(collection);
    return scopedList({
      path: `${assets.path}:id/gateways/`,
      access: permission("assets.view_gateway"),
      rows: gateways,
      within: async (context, { params }) => {
        const domain = await domainOf(assets, context, params.id ?? "");
        if (domain === null) return nothing;
        const isOne = gateways.where?.(context) ?? sql<boolean>`true`;
        return sql<boolean>`t.domain_id = ${domain}::uuid and ${isOne}`;
      },
    });
  });
}
