import type { FastifyRequest } from "fastify";
import type { ConfirmLevel } from "../access/confirmation.ts";
import type { AccessRule } from "../access/rules.ts";
import type { Trace } from "../trace.ts";
import type { PendingContext } from "./request-context.ts";
import type { RouteDeclaration } from "./routes.ts";

/** What the hooks of a request look at. */
export interface RouteSettings {
  /** What the route demands of its caller. A route without it cannot be registered. */
  readonly access?: AccessRule;
  readonly confirm?: ConfirmLevel | undefined;
  readonly csrf?: boolean;
  readonly connectionToken?: boolean;
  /** Whether `?format=` and `Accept` are looked at. */
  readonly negotiated?: boolean;
  readonly multipart?: boolean;
  readonly tabular?: boolean;
  readonly presentError?: RouteDeclaration["presentError"];
}

/** The settings of the route that answers a request; empty where none does. */
export function settingsFor({ method, routeOptions }: FastifyRequest): RouteSettings {
  const config = routeOptions?.config;
  return config?.byMethod?.get(method) ?? config ?? {};
}

declare module "fastify" {
  interface FastifyContextConfig extends RouteSettings {
    /** Where a path is registered once for several methods: the settings of each. */
    readonly byMethod?: ReadonlyMap<string, RouteSettings>;
  }
  interface FastifyInstance {
    /** Counts a request of an address; throws `TooManyRequests` when there were too many. */
    countRequest: (address: string) => void;
    /** Whether people reach the product by https, whatever the last proxy speaks. */
    isSecureSite: boolean;
    /** Prefix of the names of the session's cookies in browsers. */
    cookiePrefix: string;
  }
  interface FastifyRequest {
    pending: PendingContext | null;
    trace: Trace;
  }
}
