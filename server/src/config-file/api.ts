import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { storedSettingKeys } from "../areas/settings/index.ts";
import { usersTable } from "../areas/users/index.ts";
import { ConfigError } from "../engine/config/config-error.ts";
import { readAccessVersion } from "../engine/http/identify.ts";
import type { Json } from "../engine/json.ts";
import { sameText } from "../engine/secrets/same-text.ts";
import type { PrincipalPort } from "../engine/services.ts";
import { createHttpApp } from "../http-app.ts";
import type { Product } from "../product.ts";

/** An object as the API answers it. */
export type Answer = { readonly [name: string]: Json };

/** Where and with what the API is called. */
export interface ApiRequest {
  readonly query?: Readonly<Record<string, string>>;
  /** Id of the organization; the default one of the person unless given. */
  readonly organization?: string;
  readonly body?: Answer;
}

/** The API of this installation, called within the process as one person. */
export interface LocalApi {
  /**
   * @param path below `/api/v1/`
   * @returns the body of the answer
   * @throws ApiRefusal when it is no success
   */
  call(method: string, path: string, request?: ApiRequest): Promise<Json>;
  /** Every object of a list. */
  list(path: string, request?: ApiRequest): Promise<readonly Answer[]>;
  /** The settings that were saved, by key. */
  savedSettings(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

/** The API said no. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";
  readonly status: number;

  constructor(status: number, body: Json) {
    super(sentences(body).join(" ") || `The server answered ${status}.`);
    this.status = status;
  }
}

/** What an answer says, each with the field it is about. */
function sentences(body: Json, field = ""): string[] {
  if (Array.isArray(body)) return body.flatMap((item) => sentences(item, field));
  if (typeof body === "object" && body !== null) {
    return Object.entries(body).flatMap(([name, item]) => {
      if (name === "code") return [];
      return sentences(item, name === "detail" || name === "non_field_errors" ? field : name);
    });
  }
  const said = String(body);
  return [field === "" ? said : `${field}: ${said}`];
}

/** Objects asked for at a time. */
const pageSize = 500;

/**
 * Opens the API as a person, without a port: every rule, check and audit record is that of a request over the network.
 * The credential is made here and known to nobody else.
 * @param username of a system administrator
 * @throws ConfigError when that is none
 */
export async function openLocalApi({ services, areas }: Product, username: string): Promise<LocalApi> {
  const { rows } = await sql<{ id: string }>`
    select id from ${usersTable} where username = ${username}
  `.execute(services.db);
  const [user] = rows;
  const load = async () => {
    const version = await readAccessVersion(services);
    return {
      version,
      principal: user === undefined ? null : await services.principals.load(user.id, version),
    };
  };
  if ((await load()).principal === null) throw new ConfigError([`There is no active user "${username}".`]);
  const token = `Bearer ${randomBytes(32).toString("base64url")}`;
  const signedInAt = new Date();
  const credentialKey = randomBytes(32);
  const authenticate: PrincipalPort["authenticate"] = async ({ authorization }) => {
    if (!sameText(authorization, token)) return null;
    const { version, principal } = await load();
    if (principal === null) return null;
    const stillHolds = async () => (await load()).principal !== null;
    return { principal, credential: "bearer", credentialKey, signedInAt, version, stillHolds };
  };
  const { fastify } = await createHttpApp(
    { ...services, principals: { ...services.principals, authenticate } },
    areas,
  );
  const call: LocalApi["call"] = async (method, path, { query = {}, organization, body } = {}) => {
    const answer = await fastify.inject({
      method: method as "GET",
      url: `/api/v1/${path}`,
      query: { ...query },
      headers: {
        authorization: token,
        "accept-language": "en",
        ...(organization === undefined ? {} : { "x-jms-org": organization }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const said: Json = answer.body === "" ? null : answer.json();
    if (answer.statusCode >= 300) throw new ApiRefusal(answer.statusCode, said);
    return said;
  };
  const api: LocalApi = {
    call,
    async list(path, request = {}) {
      const found: Answer[] = [];
      for (;;) {
        const query = { ...request.query, limit: String(pageSize), offset: String(found.length) };
        const page = (await call("GET", path, { ...request, query })) as { results: Answer[]; count: number };
        found.push(...page.results);
        if (page.results.length === 0 || found.length >= page.count) return found;
      }
    },
    savedSettings: () => storedSettingKeys(services.db),
    close: () => fastify.close(),
  };
  const { is_superuser } = (await api.call("GET", "users/profile/")) as Answer;
  if (is_superuser === true) return api;
  await api.close();
  throw new ConfigError([`The user "${username}" is no system administrator.`]);
}
