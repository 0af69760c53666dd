import type { CallerContext } from "../../access/context.ts";
import type { AccessRule } from "../../access/rules.ts";
import type { RouteRequest } from "../../http/routes.ts";
import type { Resource } from "../resource.ts";

/** Objects the search over everything looks through. */
export interface SearchSource {
  /** Address of their list below `/api/v1/`, without slashes at the ends. */
  readonly name: string;
  /** What listing them takes. */
  readonly access: AccessRule;
  /** The list as this caller has it; its declaration says how objects are `found`. */
  readonly resource: (context: CallerContext, request: RouteRequest) => Promise<Resource> | Resource;
}

declare module "../../extensions.ts" {
  interface ExtensionPoints {
    /** What is found beside the resources that declare it themselves. */
    searchSources: SearchSource;
  }
}
