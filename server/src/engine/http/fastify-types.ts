import type { ConfirmLevel } from "../access/confirmation.ts";
import type { AccessRule } from "../access/rules.ts";
import type { Trace } from "../trace.ts";
import type { PendingContext } from "./request-context.ts";
import type { RouteDeclaration } from "./routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the route demands of its caller. A route without it cannot be registered. */
    access?: AccessRule;
    confirm?: ConfirmLevel | undefined;
    csrf?: boolean;
    connectionToken?: boolean;
    /** Whether `?format=` and `Accept` are looked at. */
    negotiated?: boolean;
    multipart?: boolean;
    tabular?: boolean;
    presentError?: RouteDeclaration["presentError"];
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
