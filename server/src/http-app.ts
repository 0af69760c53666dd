import type { Area } from "./engine/area.ts";
import { productVersion } from "./engine/config/data-folder.ts";
import { apiRoots } from "./engine/http/api-roots.ts";
import { createHttpServer, type HttpApp, type HttpTimeouts } from "./engine/http/http-server.ts";
import { metadataRoutes, plainMetadata } from "./engine/http/metadata-routes.ts";
import { type RouteDeclaration, routeFields } from "./engine/http/routes.ts";
import { openApiRoutes } from "./engine/openapi/routes.ts";
import { deletionEffectsRoute } from "./engine/resource/operations/deletion-effects.ts";
import { selectionsRoute } from "./engine/resource/query/selections.ts";
import { prepareResource } from "./engine/resource/resource.ts";
import { type EngineRoute, resourceRoutes } from "./engine/resource/routes.ts";
import { searchRoute } from "./engine/resource/search/search-route.ts";
import type { Services } from "./engine/services.ts";

/** The HTTP application of some areas. @throws Error when a route declares no access rule */
export const createHttpApp = (
  services: Services,
  areas: readonly Area[],
  timeouts?: HttpTimeouts,
): Promise<HttpApp> => createHttpServer(services, allRoutes(areas), timeouts);

/** Every route of the product: what the engine brings, what follows from resources, what areas declare. */
function allRoutes(areas: readonly Area[]): EngineRoute[] {
  const resources = areas.flatMap((area) => area.resources ?? []).map(prepareResource);
  const plain = [
    selectionsRoute,
    deletionEffectsRoute(resources),
    searchRoute(resources),
    ...apiRoots(resources),
    ...areas.flatMap((area) => area.routes ?? []),
  ];
  const documents = openApiRoutes({ resources, version: productVersion }, plain);
  const declared = [...resources.flatMap(resourceRoutes), ...[...plain, ...documents].map(describedRoute)];
  return [...declared, ...metadataRoutes(declared)];
}

function describedRoute(route: RouteDeclaration): EngineRoute {
  if (!route.path.startsWith("/api/v1/")) return route;
  const { GET: columns } = route.fields ?? {};
  return {
    ...route,
    metadata: plainMetadata(route),
    ...(columns === undefined ? {} : { columns: (context) => routeFields(columns, context) }),
  };
}
