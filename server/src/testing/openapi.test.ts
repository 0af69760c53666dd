import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "./product.ts";

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly unknown[];
}

describe("the OpenAPI document", () => {
  let product: TestProduct;
  let document: Document;
  beforeAll(async () => {
    product = await createTestProduct();
    document = (await product.administrator.call("GET", "/api/swagger.json")).body;
  });
  afterAll(() => product?.close());

  const lint = async (source: string) => {
    // Addresses of the contract end with a slash, and a few are fixed words where others have an id.
    const rules = { "no-path-trailing-slash": "off", "no-ambiguous-paths": "off" } as const;
    const config = await createConfig({ extends: ["recommended"], rules });
    const problems = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
    return problems.map(({ severity, ruleId, message, location }) =>
      [severity, ruleId, message, location[0]?.pointer].join(" "),
    );
  };

  it("has nothing a linter would mention", async () => {
    expect(await lint(JSON.stringify(document))).toEqual([]);
  }, 60_000);

  it("turns red on a document that is wrong", async () => {
    const [path = ""] = Object.keys(document.paths);
    const wrong = { ...document, paths: { [path]: { get: { operationId: "x", responses: {} } } } };
    expect((await lint(JSON.stringify(wrong))).some((problem) => problem.startsWith("error"))).toBe(true);
  }, 60_000);

  it("holds every route of the API and no other, each with its access", () => {
    const live = product.app.routes
      .filter(({ method, path }) => path.startsWith("/api/") && !["HEAD", "OPTIONS"].includes(method))
      .map(({ method, path }) => `${method} ${path.replace(/:([a-z_]+)/gi, "{$1}")}`);
    const written = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(written.sort()).toEqual([...new Set(live)].sort());
    for (const { method, path, access } of product.app.routes) {
      const operation = document.paths[path.replace(/:([a-z_]+)/gi, "{$1}")]?.[method.toLowerCase()];
      if (operation === undefined) continue;
      expect(operation.security.length === 0, `${method} ${path}`).toBe(access.kind === "anonymous");
      if (access.kind === "permission" || access.kind === "component") {
        for (const code of access.codes.flatMap((codes) => codes.split("|")))
          expect(operation.description).toContain(code);
      }
    }
  });

  it("never offers to read what is only written, nor to write what is only read", () => {
    const properties = (name: string) =>
      Object.keys((document.components.schemas[name] as { properties: Record<string, unknown> }).properties);
    expect(properties("UsersUsers")).not.toContain("password");
    expect(properties("UsersUsersCreate")).toContain("password");
    expect(properties("AccountsAccounts")).not.toContain("secret");
    expect(properties("UsersUsersCreate")).not.toContain("is_valid");
    expect(properties("AssetsHosts")).toContain("spec_info");
  });

  it("is what requests that follow it get", async () => {
    const schema = document.components.schemas.UsersUsers as { properties: Record<string, unknown> };
    const { body } = await product.administrator.call("GET", "users/users/?limit=1");
    expect(Object.keys(body.results[0]).filter((name) => !(name in schema.properties))).toEqual([]);
  });

  it("is the same as YAML, and a page without scripts", async () => {
    const yaml = await product.administrator.call("GET", "/api/swagger.yaml");
    expect(yaml.headers["content-type"]).toContain("application/yaml");
    expect(await lint(yaml.text)).toEqual([]);
    for (const path of ["/api/docs/", "/api/redoc/?app=assets", "/api/docs/?app=<b>"]) {
      const { status, text, headers } = await product.administrator.call("GET", path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script|style=|<b>/);
      expect(String(headers["content-security-policy"])).toContain("default-src 'self'");
    }
    const page = await product.administrator.call("GET", "/api/docs/?app=assets", undefined, {
      "accept-language": "ja",
    });
    expect(page.text).toContain("/api/v1/assets/hosts/{id}/");
    expect(page.text).toContain("プラットフォーム");
    for (const path of ["/api/swagger.json", "/api/swagger.yaml", "/api/docs/", "/api/redoc/"]) {
      expect((await product.anonymous.call("GET", path)).status).toBe(401);
    }
  }, 60_000);
});
