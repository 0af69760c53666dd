import { sql } from "kysely";
import { accountsArea, createInlineAccounts } from "../areas/accounts/index.ts";
import { createAssetsArea } from "../areas/assets/index.ts";
import { sshAuthorityArea } from "../areas/ssh-authority/index.ts";
import type { Services } from "../engine/services.ts";
import type { TestDatabase } from "../engine/testing/database.ts";
import { createEngineServices, type TestPerson } from "../engine/testing/services.ts";
import { createHttpApp } from "../http-app.ts";

/** An answer with its body parsed. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** The assets and accounts areas over HTTP, on a database of their own, with organizations from memory. */
export interface AssetAreas {
  readonly services: Services;
  readonly database: TestDatabase;
  /** `path` is below `/api/v1/`; `as` is the username of a person; `organization` an id. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Who calls, and with what. */
export interface CallOptions {
  readonly body?: unknown;
  readonly as?: string;
  readonly organization?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ids of the organizations of `engine/testing/services.ts`. */
export const testOrganizationIds = {
  default: "00000000-0000-0000-0000-000000000002",
  other: "00000000-0000-0000-0000-000000000003",
  root: "00000000-0000-0000-0000-000000000000",
};

/** Starts the two areas. The first person is who calls when no one is named. */
export async function startAssetAreas(people: readonly TestPerson[]): Promise<AssetAreas> {
  const { services, database, close } = await createEngineServices(people);
  const areas = [createAssetsArea({ accounts: createInlineAccounts() }), sshAuthorityArea, accountsArea];
  await sql`
    insert into organizations (id, name) values (${testOrganizationIds.other}, 'other') on conflict do nothing
  `.execute(database.db);
  for (const area of areas) await area.bootstrap?.(services);
  const { fastify } = await createHttpApp(services, areas);
  return {
    services,
    database,
    call: async (method, path, { body, as = people[0]?.username ?? "", organization, headers = {} } = {}) => {
      const response = await fastify.inject({
        method: method as "GET",
        url: `/api/v1/${path}`,
        headers: {
          authorization: `Bearer ${as}`,
          ...(organization === undefined ? {} : { "x-jms-org": organization }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const isJson = String(response.headers["content-type"]).includes("json") && response.body !== "";
      return { status: response.statusCode, body: isJson ? response.json() : response.body };
    },
    close: async () => {
      await fastify.close();
      await close();
    },
  };
}

/** A person of these tests. */
export function testPerson(number: number, username: string, codes: TestPerson["codes"]): TestPerson {
  return {
    id: `10000000-0000-4000-8000-00000000000${number}`,
    username,
    name: username,
    isServiceAccount: false,
    mustAcceptTerms: false,
    codes,
  };
}
