import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "./product.ts";

/** Recorded by hand from the contract; the tests import nothing else of the product's description of itself. */
const folder = join(import.meta.dirname, "../../../docs/contract/golden");

interface FieldMetadata {
  readonly label?: string;
  readonly help_text?: string;
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[];
  readonly tree?: readonly TreeNode[];
  readonly child?: FieldMetadata;
  readonly children?: Readonly<Record<string, FieldMetadata>>;
}

interface TreeNode {
  readonly label: string;
  readonly children?: readonly TreeNode[];
}

type FieldMap = Readonly<Record<string, FieldMetadata>>;

interface Golden {
  readonly path: string;
  readonly options: {
    readonly name: string;
    readonly description: string;
    readonly renders: readonly string[];
    readonly parses: readonly string[];
    /** Fields by method, or `same as GET`. */
    readonly actions: Readonly<Record<string, FieldMap | string>>;
  };
  /** Labels, help and names of choices in the other languages, by the path of their field. */
  readonly texts: Readonly<Record<"zh" | "ja", Readonly<Record<string, string>>>>;
}

const goldens = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8")) as Golden] as const);

/** Defaults that are the time of the request. */
const instant = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g;

/** The golden answer in full: methods that equal another one are written out. */
function expanded({ options }: Golden): string {
  const { actions, ...envelope } = options;
  const full: Record<string, unknown> = {};
  for (const [method, fields] of Object.entries(actions)) {
    full[method] = typeof fields === "string" ? full[fields.replace("same as ", "")] : fields;
  }
  return JSON.stringify({ ...envelope, actions: full });
}

function textsOf(fields: FieldMap, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) collect(field, prefix + name, found);
  return found;
}

function collect(field: FieldMetadata, at: string, found: Record<string, string>): void {
  if (field.label !== undefined) found[at] = field.label;
  if (field.help_text !== undefined) found[`${at}.help_text`] = field.help_text;
  for (const { value, label } of field.choices ?? []) found[`${at}.choices.${String(value)}`] = label;
  collectTree(field.tree ?? [], `${at}.tree`, found);
  if (field.child !== undefined) collect(field.child, `${at}.child`, found);
  Object.assign(found, textsOf(field.children ?? {}, `${at}.`));
}

function collectTree(nodes: readonly TreeNode[], at: string, found: Record<string, string>): void {
  for (const [index, { label, children = [] }] of nodes.entries()) {
    found[`${at}.${index}`] = label;
    collectTree(children, `${at}.${index}`, found);
  }
}

describe("the metadata a client of the contract sees", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const options = (path: string, language: string) =>
    product.administrator.call("OPTIONS", path, undefined, { "accept-language": language });

  it("covers what the console is built on", () => {
    expect(goldens.map(([name]) => name).sort()).toEqual([
      "accounts.json",
      "activities.json",
      "apply-asset-tickets.json",
      "apply-command-tickets.json",
      "asset-permissions.json",
      "categories.json",
      "connect-methods.json",
      "connection-tokens.json",
      "domains.json",
      "endpoint-rules.json",
      "endpoints.json",
      "favorite-assets.json",
      "hosts.json",
      "invite.json",
      "labels.json",
      "login-logs.json",
      "my-sessions.json",
      "node-children.json",
      "operate-logs.json",
      "org-role-bindings.json",
      "org-roles.json",
      "organizations.json",
      "permission-nodes.json",
      "permission-users.json",
      "platform-automation-methods.json",
      "platforms.json",
      "profile.json",
      "protocol-settings.json",
      "send-site-message.json",
      "session-tasks.json",
      "sessions.json",
      "settings-basic.json",
      "settings-email.json",
      "settings-security-auth.json",
      "site-messages.json",
      "system-role-bindings.json",
      "terminals.json",
      "ticket-flows.json",
      "tickets.json",
      "tokens.json",
      "user-groups.json",
      "users.json",
    ]);
  });

  it.each(goldens)("is %s to the letter, in the order of its keys", async (_name, golden) => {
    const { status, text } = await options(golden.path, "en");
    expect(status).toBe(200);
    const answered = text.replaceAll(instant, '"<instant>"');
    // The whole text is what counts; objects show where it differs.
    expect(JSON.parse(answered)).toEqual(JSON.parse(expanded(golden)));
    expect(answered).toBe(expanded(golden));
  });

  it.each(goldens)("speaks Chinese and Japanese in %s", async (_name, golden) => {
    for (const [language, tag] of [
      ["zh", "zh-CN,zh;q=0.9"],
      ["ja", "ja"],
    ] as const) {
      const { body } = await options(golden.path, tag);
      const found = Object.values(body.actions as Record<string, FieldMap>).map((fields) => textsOf(fields));
      expect(Object.assign({}, ...found)).toEqual(golden.texts[language]);
    }
  });

  it("turns red when two keys change places", async () => {
    const [, golden] = goldens[0] ?? [];
    if (golden === undefined) throw new Error("there is no golden answer");
    const fields = golden.options.actions.GET as FieldMap;
    const [first = "", second = "", ...others] = Object.keys(fields);
    const swapped = Object.fromEntries([second, first, ...others].map((name) => [name, fields[name]]));
    const changed = {
      ...golden,
      options: { ...golden.options, actions: { ...golden.options.actions, GET: swapped } },
    };
    expect(expanded(changed as Golden)).not.toBe(expanded(golden));
  });
});
