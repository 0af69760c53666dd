import { sql } from "kysely";
import { anonymous } from "../access/rules.ts";
import type { RouteDeclaration } from "./routes.ts";

/**
 * `GET /api/health/` and `/api/v1/health/`: whether this process and its database answer, for load balancers. There
 * is no Redis in this shape; its keys say so truthfully by mirroring the event bus, which is the database's.
 * Contract: docs/contract/conventions.md, "Health".
 */
export const healthRoutes: readonly RouteDeclaration[] = ["/api/health/", "/api/v1/health/"].map((path) => ({
  methods: ["GET"],
  path,
  access: anonymous("load balancers ask without credentials; the answer holds no data"),
  handle: async ({ services }) => {
    const started = performance.now();
    let healthy = true;
    let time: number | string = 0;
    try {
      await sql`select 1`.execute(services.db);
      time = Number(((performance.now() - started) / 1000).toFixed(6));
    } catch {
      healthy = false;
      time = "the database does not answer";
    }
    return {
      status: healthy ? 200 : 503,
      body: {
        status: healthy,
        db_status: healthy,
        db_time: time,
        redis_status: healthy,
        redis_time: time,
        time: Math.floor(Date.now() / 1000),
      },
    };
  },
}));
