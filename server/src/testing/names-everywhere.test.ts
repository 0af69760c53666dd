import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareResource } from "../engine/resource/resource.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

/** What reverses the text after it, what breaks a line, and what a terminal obeys. */
const disturbing = ["invoice\u202efdp.exe", "one\ntwo", "\u001b[2Jgone", "a\u2066b"];

test("no name takes characters that turn it around, break its line or command a terminal", async () => {
  const resources = product.product.areas.flatMap((area) => area.resources ?? []).map(prepareResource);
  const tried: string[] = [];
  for (const { declaration, fields } of resources) {
    const names = fields.filter(
      ({ name, field }) =>
        /^(name|username|hostname|title|subject)$/.test(name) &&
        field.type === "string" &&
        field.options.readOnly !== true &&
        field.parse !== undefined,
    );
    for (const { name } of names) {
      for (const value of disturbing) {
        const { status, body } = await product.administrator.call("POST", `${declaration.path}/`, {
          [name]: value,
        });
        // Not made this way, or not by this caller.
        if (status === 405 || status === 403 || status === 404) continue;
        const what = `${declaration.path} ${name} ${JSON.stringify(value)}`;
        expect([what, status]).toEqual([what, 400]);
        // Refused for something that is looked at before.
        if (body[name] === undefined) continue;
        expect([what, body[name]]).toEqual([what, [expect.stringMatching(/characters|letters/)]]);
        tried.push(`${declaration.path}.${name}`);
      }
    }
  }
  expect(new Set(tried).size).toBeGreaterThan(15);
});

test("names of nodes and of imported rows are held to the same", async () => {
  const { administrator } = product;
  const [root] = (await administrator.call("GET", "assets/nodes/children/")).body;
  for (const value of disturbing) {
    const node = await administrator.call("POST", `assets/nodes/${root.id}/children/`, { value });
    expect([value, node.status]).toEqual([value, 400]);
    const file = await administrator.call("POST", "assets/domains/", `name\n"${value}"\n`, {
      "content-type": "text/csv",
    });
    expect([value, file.status]).toEqual([value, 400]);
  }
});
