import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ComponentClient, registerComponent } from "./component-client.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

/** Written by hand from the contract: calls that follow each other, with their whole answers, keys in order. */
const folder = join(import.meta.dirname, "../../../docs/contract/golden/answers");

interface Exchange {
  /** `registration`: with the token of the configuration; `component`: with the key that this answered. */
  readonly who: "admin" | "component" | "registration";
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Left out: whatever it is. */
  readonly answer?: unknown;
}

const token = "bootstrap-token-of-16+";

/** What a placeholder in an answer stands for: `{date}`, or `{uuid terminal}`, which is the same wherever it is named so. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
  date: (value) =>
    /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)),
  text: (value) => typeof value === "string",
};

/** The golden answer with what its placeholders stand for, where the answer has that; names are kept for later calls. */
function filled(golden: unknown, answer: unknown, names: Map<string, unknown>): unknown {
  const [, kind = "", name] = typeof golden === "string" ? (/^\{(\w+)(?: (\w+))?\}$/.exec(golden) ?? []) : [];
  if (kind !== "") {
    if (kinds[kind]?.(answer) !== true) return golden;
    if (name === undefined) return answer;
    if (!names.has(name)) names.set(name, answer);
    return names.get(name);
  }
  if (Array.isArray(golden)) {
    return golden.map((item, at) => filled(item, Array.isArray(answer) ? answer[at] : undefined, names));
  }
  if (golden === null || typeof golden !== "object") return golden;
  const known = (answer ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(golden).map(([key, value]) => [key, filled(value, known[key], names)]),
  );
}

describe("golden answers", () => {
  let product: TestProduct;
  let base: string;
  beforeAll(async () => {
    product = await createTestProduct({ SALLYPORT_BOOTSTRAP_TOKEN: token });
    base = await product.app.fastify.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => product?.close());

  it.each(readdirSync(folder))("are those of %s, key by key", async (file) => {
    const exchanges = JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Exchange[];
    const names = new Map<string, unknown>();
    let component: ComponentClient | undefined;
    const ask = ({ who, method, path, body }: Exchange) => {
      if (who === "registration") return registerComponent(base, body as Record<string, unknown>, token);
      if (who === "component") return component?.call(method, path, body);
      const named = JSON.stringify(body)?.replace(/"\{(\w+)\}"/g, (_, name) =>
        JSON.stringify(names.get(name)),
      );
      return product.administrator.call(method, path, named === undefined ? undefined : JSON.parse(named));
    };
    for (const exchange of exchanges) {
      const { method, path, who, status, answer } = exchange;
      // Each component has an account and a key of its own; the last one registered is the one that calls.
      if (who === "registration") for (const name of ["account", "key", "secret"]) names.delete(name);
      const given = await ask(exchange);
      expect(given?.status, `${method} ${path} ${JSON.stringify(given?.body)}`).toBe(status);
      if (answer !== undefined) {
        const golden = JSON.stringify(filled(answer, given?.body, names), null, 1);
        expect(JSON.stringify(given?.body, null, 1), `${method} ${path}`).toBe(golden);
      }
      if (who === "registration") {
        component = new ComponentClient(base, {
          id: String(names.get("key")),
          secret: String(names.get("secret")),
        });
      }
    }
  });
});
