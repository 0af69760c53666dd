import type { FastifyInstance } from "fastify";
import { cookieNames, wireCookieName } from "../engine/http/cookies.ts";
import type { Json } from "../engine/json.ts";
import type { Services } from "../engine/services.ts";

/** The product's own API, asked from inside as the first administrator: every rule and every log applies. */
export interface DemoApi {
  /** Answers the body, if it is JSON; throws unless the status is 2xx. Paths are below `/api/v1/`. */
  call(method: "GET" | "POST" | "PATCH", path: string, organizationId: string, body?: Json): Promise<Json>;
  close(): Promise<void>;
}

/** Signs in as `userId` without a password, until closed. */
export async function openDemoApi(
  fastify: FastifyInstance,
  services: Pick<Services, "config" | "sessions">,
  userId: string,
): Promise<DemoApi> {
  const { cookie, session } = await services.sessions.create(userId);
  const named = (name: string) => wireCookieName(services.config.sessionCookieNamePrefix, name);
  const headers = {
    cookie: `${named(cookieNames.session)}=${cookie}; ${named(cookieNames.csrf)}=${session.csrfToken}`,
    "x-csrftoken": session.csrfToken,
    "content-type": "application/json",
  };
  return {
    async call(method, path, organizationId, body) {
      const answer = await fastify.inject({
        method,
        url: `/api/v1/${path}`,
        headers: { ...headers, "x-jms-org": organizationId },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      if (answer.statusCode >= 300) {
        throw new Error(
          `demo: ${method} ${path} answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`,
        );
      }
      const isJson = String(answer.headers["content-type"]).includes("json");
      return isJson && answer.body !== "" ? (answer.json() as Json) : null;
    },
    close: () => services.sessions.destroy(session),
  };
}
