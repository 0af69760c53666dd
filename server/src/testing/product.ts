import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, vi } from "vitest";
import { confirmStrength } from "../engine/access/index.ts";
import type { Area } from "../engine/area.ts";
import { type Config, loadConfig } from "../engine/config/config.ts";
import { openEventBus } from "../engine/events/events.ts";
import { cookieNames, wireCookieName } from "../engine/http/cookies.ts";
import { healthRoutes } from "../engine/http/health.ts";
import type { HttpApp } from "../engine/http/http-server.ts";
import { installJobQueue, type RunningJobs } from "../engine/jobs/start-jobs.ts";
import type { Json } from "../engine/json.ts";
import type { Services } from "../engine/services.ts";
import { startGatewayWork, startWork } from "../engine/tasks/start-work.ts";
import { withCheapHash } from "../engine/testing/cheap-hash.ts";
import { createTestDatabase, type TestDatabase, type TestTemplate } from "../engine/testing/database.ts";
import { createHttpApp } from "../http-app.ts";
import { bootstrapProduct, createProduct, type Product } from "../product.ts";
import type { UnattendedRunner } from "../transport/connections/index.ts";

/** Password of the first administrator of a test product. */
export const administratorPassword = "Correct-horse-9";

/** An answer of the product. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
  readonly text: string;
}

/** A signed-in browser, or nobody. */
export interface TestCaller {
  /** Calls the API below `/api/v1/`, or an absolute path. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The whole product's HTTP application on a database of its own; nothing in it is replaced. */
export interface TestProduct {
  readonly app: HttpApp;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly product: Product;
  readonly anonymous: TestCaller;
  /** The user `admin`, holder of the system administrator role. */
  readonly administrator: TestCaller;
  /** A browser session of the user with this id, who has accepted the terms of use unless made a newcomer. */
  signIn(userId: string): Promise<TestCaller>;
  /** A caller with a bearer token got through the API, in the same way. */
  bearer(username: string, password: string): Promise<TestCaller>;
  /**
   * A new user with a password and roles, made through the API by the administrator. They have accepted the terms of
   * use already, but for a newcomer.
   */
  createUser(
    user: Readonly<Record<string, Json>>,
    options?: { readonly isNewcomer?: boolean },
  ): Promise<{ readonly id: string; readonly username: string; readonly password: string }>;
  /** Has a browser session confirm who it is, as by typing the password: what makes credentials asks for it. */
  confirm(caller: TestCaller): Promise<void>;
  /** Changes settings of the installation, and waits until they are in force. */
  configure(settings: Readonly<Record<string, Json>>): Promise<void>;
  /** Works on the queue, as the worker does, until the product is closed. */
  work(): Promise<void>;
  /** Works on the executions that gateways carry, by this one, until the product is closed. */
  workByGateway(gateway: { readonly unattended: UnattendedRunner }): Promise<void>;
  close(): Promise<void>;
}

/** What a test product may have that others do without. */
export interface TestProductOptions {
  /** The program of its runners; without one nothing is reached. */
  readonly runnerProgram?: string;
  /** Areas of the test, above those of the product. */
  readonly moreAreas?: readonly Area[];
}

function loadTestConfig(dataFolder: string, environment: Readonly<Record<string, string>>): Config {
  return withCheapHash(
    loadConfig({
      SALLYPORT_DATA: dataFolder,
      SALLYPORT_ADMIN_PASSWORD: administratorPassword,
      // Machines of tests are reached when a test says so.
      SALLYPORT_CHECK_NEW_ASSETS: "false",
      ...environment,
    }),
  );
}

/** A product right after its first start: built-in rows and the first administrator, whatever its configuration. */
const bootstrapped: TestTemplate = {
  name: "product",
  async fill(database) {
    const dataFolder = mkdtempSync(join(tmpdir(), "sallyport-template-"));
    const config = loadTestConfig(dataFolder, {});
    const events = openEventBus({ ...database, close: async () => undefined });
    await bootstrapProduct(createProduct({ config, database, events }));
    await events.close();
    rmSync(dataFolder, { recursive: true, force: true });
  },
};

/**
 * Starts a product for one test file: call in `beforeAll`, close in `afterAll`.
 *
 * @param environment options of the configuration, where a test is about one
 */
export async function createTestProduct(
  environment: Readonly<Record<string, string>> = {},
  options: TestProductOptions = {},
): Promise<TestProduct> {
  const database = await createTestDatabase(bootstrapped);
  const dataFolder = mkdtempSync(join(tmpdir(), "sallyport-product-"));
  const config = loadTestConfig(dataFolder, environment);
  const named = (name: string) => wireCookieName(config.sessionCookieNamePrefix, name);
  const csrfName = named(cookieNames.csrf);
  const events = openEventBus({ ...database, close: async () => undefined });
  const product = createProduct({ config, database, events, ...options });
  const { services, areas } = product;
  // The rows are there; what the areas hold in memory is not.
  await bootstrapProduct(product);
  let jobs: RunningJobs | undefined;
  let carried: RunningJobs | undefined;
  const app = await createHttpApp(services, [{ name: "engine", routes: healthRoutes }, ...areas]);

  const callerWith = (cookies: Record<string, string>, base: Record<string, string> = {}): TestCaller => ({
    cookies,
    async call(method, path, body, headers = {}) {
      const response = await app.fastify.inject({
        method: method as "GET",
        url: path.startsWith("/") ? path : `/api/v1/${path}`,
        headers: {
          ...base,
          ...(Object.keys(cookies).length === 0
            ? {}
            : {
                cookie: Object.entries(cookies)
                  .map(([name, value]) => `${name}=${value}`)
                  .join("; "),
              }),
          ...(cookies[csrfName] === undefined ? {} : { "x-csrftoken": cookies[csrfName] }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const isJson = String(response.headers["content-type"] ?? "").includes("json") && response.body !== "";
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson ? response.json() : response.body,
        text: response.body,
      };
    },
  });

  const newcomers = new Set<string>();
  /** As if they had accepted the terms on the first page they saw. */
  const acceptTerms = async (column: "id" | "username", value: string): Promise<void> => {
    const { db } = database;
    const user = await db
      .selectFrom("users")
      .select(["id", "is_first_login"])
      .where(column, "=", value)
      .executeTakeFirst();
    if (user?.is_first_login !== true || newcomers.has(user.id)) return;
    await db.updateTable("users").set({ is_first_login: false }).where("id", "=", user.id).execute();
  };

  const sessionKeys = new WeakMap<TestCaller, Buffer>();
  const signIn = async (userId: string): Promise<TestCaller> => {
    await acceptTerms("id", userId);
    const { cookie, session } = await services.sessions.create(userId);
    const made = callerWith({ [named(cookieNames.session)]: cookie, [csrfName]: session.csrfToken });
    sessionKeys.set(made, session.key);
    return made;
  };
  const admin = await database.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "admin")
    .executeTakeFirstOrThrow();
  const administrator = await signIn(admin.id);

  return {
    app,
    services,
    database,
    product,
    anonymous: callerWith({}),
    administrator,
    signIn,
    async bearer(username, password) {
      await acceptTerms("username", username);
      const { status, body } = await callerWith({}).call("POST", "authentication/auth/", {
        username,
        password,
      });
      if (status !== 201)
        throw new Error(`sign-in of ${username} answered ${status}: ${JSON.stringify(body)}`);
      return callerWith({}, { authorization: `Bearer ${body.token}` });
    },
    async createUser(user, { isNewcomer = false } = {}) {
      const username = String(user.username ?? `user-${randomUUID().slice(0, 8)}`);
      const password = "Harbour-lights-9";
      const { status, body } = await administrator.call("POST", "users/users/", {
        name: username,
        username,
        email: `${username}@example.com`,
        password_strategy: "custom",
        password,
        ...user,
      });
      if (status !== 201) throw new Error(`creating ${username} answered ${status}: ${JSON.stringify(body)}`);
      if (isNewcomer) newcomers.add(body.id);
      await acceptTerms("id", body.id);
      return { id: body.id, username, password };
    },
    async confirm(confirming) {
      const key = sessionKeys.get(confirming);
      if (key === undefined) throw new Error("only a browser session made by signIn can confirm here");
      await sql`
        insert into confirmations (credential_key, level) values (${key}, ${confirmStrength("password")})
        on conflict (credential_key, level) do update set date_confirmed = now()
      `.execute(database.db);
    },
    async configure(settings) {
      for (const [key, value] of Object.entries(settings)) {
        await database.pool.query(
          "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
          [key, JSON.stringify(value)],
        );
      }
      for (const [key, value] of Object.entries(settings)) {
        await vi.waitFor(async () => expect(await services.settings.get(key)).toEqual(value), {
          timeout: 10_000,
          interval: 10,
        });
      }
    },
    async work() {
      jobs ??= await startWork(areas, services);
    },
    async workByGateway({ unattended }) {
      product.carryCommands(unattended);
      await installJobQueue(database.pool);
      carried ??= startGatewayWork(areas, services);
    },
    async close() {
      await Promise.all([jobs?.stop(), carried?.stop()]);
      await app.fastify.close();
      await services.refusals.close();
      await events.close();
      await database.drop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
