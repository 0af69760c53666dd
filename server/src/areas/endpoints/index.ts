import type { Area } from "../../engine/area.ts";
import { endpointRulesResource } from "./endpoint-rules-resource.ts";
import { endpointsResource } from "./endpoints-resource.ts";
import { listenPortRoutes } from "./listen-port-routes.ts";
import { ruleCheckRoutes } from "./rule-check-routes.ts";
import { smartRoute } from "./smart-route.ts";
import "./tables.ts";

export { type EndpointQuestion, holdsIn } from "./asked-target.ts";
export { browserSources } from "./browser-sources.ts";
export { chooseEndpoint } from "./choose-endpoint.ts";
export { siteHost } from "./smart-route.ts";
export { text as endpointText } from "./texts.ts";

/** Endpoints, where client programs connect to, and the rules that choose them. Contract: docs/contract/endpoints.md. */
export const endpointsArea: Area = {
  name: "endpoints",
  resources: [endpointsResource, endpointRulesResource],
  routes: [smartRoute, ...ruleCheckRoutes, ...listenPortRoutes],
};
