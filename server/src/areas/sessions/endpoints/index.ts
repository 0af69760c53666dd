import type { ResourceDeclaration } from "../../../engine/resource/index.ts";
import { endpointRulesResource } from "./endpoint-rules-resource.ts";
import { endpointsResource } from "./endpoints-resource.ts";
import { listenPortRoutes } from "./listen-port-routes.ts";
import { ruleCheckRoutes } from "./rule-check-routes.ts";
import { smartRoute } from "./smart-route.ts";

/** Endpoints and their rules. Contract: docs/contract/endpoints.md. */
export const endpointResources: readonly ResourceDeclaration[] = [endpointsResource, endpointRulesResource];

/** What is asked of them. */
export const endpointRoutes = [smartRoute, ...ruleCheckRoutes, ...listenPortRoutes] as const;
