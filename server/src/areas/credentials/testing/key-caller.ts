import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import {
  createTestProduct,
  type TestAnswer,
  type TestCaller,
  type TestProduct,
} from "../../../testing/product.ts";
import { type SigningOptions, signedHeaders, type TestKey } from "./sign.ts";

/** What a signed request is made of; what is sent can differ from what was signed. */
export interface Sent extends SigningOptions {
  readonly method?: string;
  readonly target?: string;
  /** Sent in place of what was signed. */
  readonly sentTarget?: string;
  readonly sentBody?: string;
  readonly remoteAddress?: string;
  readonly plainBody?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** A product that is asked with access keys. */
export interface KeyCaller {
  readonly product: TestProduct;
  /** Where the product listens, for programs. */
  readonly origin: string;
  /** A key of the administrator. */
  readonly key: TestKey;
  makeKey(caller?: TestCaller, fields?: object): Promise<TestKey>;
  /** Signs and asks. */
  ask(who: TestKey, sent?: Sent): Promise<TestAnswer>;
  /** Why keys of somebody were refused, in order. */
  reasonsOf(username: string): Promise<string[]>;
}

/** Paths that tests of access keys ask for. */
export const keyPaths = {
  keys: "authentication/access-keys/",
  groups: "/api/v1/users/groups/",
  profile: "/api/v1/users/profile/",
} as const;

/** Starts the product. */
export async function startKeyCaller(): Promise<KeyCaller> {
  const product = await createTestProduct();
  await product.app.fastify.listen({ port: 0, host: "127.0.0.1" });
  const makeKey: KeyCaller["makeKey"] = async (caller = product.administrator, fields = {}) => {
    await product.confirm(caller);
    const { status, body } = await caller.call("POST", keyPaths.keys, fields);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    product,
    origin: `http://127.0.0.1:${(product.app.fastify.server.address() as AddressInfo).port}`,
    key: await makeKey(),
    makeKey,
    ask: (who, sent = {}) => ask(product, who, sent),
    async reasonsOf(username) {
      const { rows } = await sql<{ reason: string }>`
        select reason from login_logs where username = ${username} and backend = 'Access key' order by datetime
      `.execute(product.database.db);
      return rows.map(({ reason }) => reason);
    },
  };
}

async function ask(product: TestProduct, who: TestKey, sent: Sent): Promise<TestAnswer> {
  const {
    method = "GET",
    target = keyPaths.profile,
    body,
    plainBody,
    extra,
    remoteAddress = "127.0.0.1",
  } = sent;
  const payload = sent.sentBody ?? body ?? plainBody;
  const answer = await product.app.fastify.inject({
    method: method as "GET",
    url: sent.sentTarget ?? target,
    remoteAddress,
    headers: {
      ...signedHeaders(who, method, target, sent),
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...extra,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(answer.headers["content-type"]).includes("json");
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isJson ? answer.json() : answer.body,
    text: answer.body,
  };
}
