import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResourceDeclaration } from "../engine/resource/declaration.ts";
import type { TestDatabase } from "../engine/testing/database.ts";
import { createEngineServices, testOrganizations } from "../engine/testing/services.ts";
import { createHttpApp } from "../http-app.ts";
import type { TestAnswer } from "./product.ts";

/** Where the documented example is. */
export const examples = join(import.meta.dirname, "../../../docs/examples");

type Method = "GET" | "POST" | "PATCH" | "DELETE" | "OPTIONS";

/** How a call of the example differs from one that a person with all rights makes in English. */
interface CallOptions {
  /** `keeper` may do everything, `guest` nothing. */
  readonly as?: "keeper" | "guest";
  readonly language?: "en" | "zh" | "ja";
  /** Type of a body that is a file. */
  readonly type?: string;
}

/** An answer, its JSON read. */
interface ExampleAnswer {
  readonly status: number;
  readonly body: TestAnswer["body"];
  readonly bytes: Buffer;
}

/** The documented example over HTTP, on a database of its own. */
export interface Example {
  readonly database: TestDatabase;
  /** Calls a path below the list of maintenance windows, or from the root. */
  call(method: Method, path: string, body?: object, options?: CallOptions): Promise<ExampleAnswer>;
  close(): Promise<void>;
}

const list = "/api/v1/maintenance/windows/";
const codes = ["view", "add", "change", "delete"].map((verb) => `maintenance.${verb}_window`);

/** Starts the engine with the resource of docs/add-a-resource.md, after `migrations` beyond its own. */
export async function startExample(resource: ResourceDeclaration, ...migrations: string[]): Promise<Example> {
  const [home, away] = testOrganizations.map(({ id }) => id) as [string, string];
  const person = (n: number, username: string, held: readonly string[]) => ({
    id: `10000000-0000-4000-8000-00000000000${n}`,
    username,
    name: username,
    isServiceAccount: false,
    mustAcceptTerms: false,
    codes: { [home]: held, [away]: held },
  });
  const made = await createEngineServices([person(1, "keeper", codes), person(2, "guest", [])]);
  const table = readFileSync(join(examples, "maintenance-windows.sql"), "utf8");
  for (const migration of [table, ...migrations]) await made.database.pool.query(migration);
  const { fastify } = await createHttpApp(made.services, [{ name: "maintenance", resources: [resource] }]);
  return {
    database: made.database,
    call: async (method, path, body, { as = "keeper", language = "en", type = "application/json" } = {}) => {
      const answer = await fastify.inject({
        method,
        url: path.startsWith("/") ? path : `${list}${path}`,
        headers: {
          authorization: `Bearer ${as}`,
          "accept-language": language,
          ...(body === undefined ? {} : { "content-type": type }),
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isJson = String(answer.headers["content-type"]).includes("json") && answer.body !== "";
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : answer.body,
        bytes: answer.rawPayload,
      };
    },
    close: async () => {
      await fastify.close();
      await made.close();
    },
  };
}
