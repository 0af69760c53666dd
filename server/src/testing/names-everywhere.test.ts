import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareResource } from "../engine/resource/resource.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

/** What reverses the text after it, what breaks a line, and what a terminal obeys. */
const disturbing = ["invoice\u202efdp.exe", "one\ntwo", "\u001b[2Jgone", "a\u2066b", "b\u200fa"];

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

test("names that an asset brings along are held to the same", async () => {
  const { administrator } = product;
  const host = { name: "plain", address: "192.0.2.1", platform: 1 };
  for (const value of disturbing) {
    for (const [field, given] of [
      ["nodes_display", [`/Default/${value}`]],
      ["labels", [{ name: value, value: "x" }]],
      ["labels", [{ name: "x", value }]],
      ["accounts", [{ name: "root", username: value, secret: "x" }]],
      ["address", value],
    ] as const) {
      const { status, body } = await administrator.call("POST", "assets/hosts/", { ...host, [field]: given });
      expect([field, value, status]).toEqual([field, value, 400]);
      // Errors of accounts are told by their position.
      expect(Object.keys(body)).toEqual([field === "accounts" ? "0" : field]);
    }
    const node = await administrator.call("POST", "assets/nodes/", { full_value: `/Default/${value}` });
    expect([value, node.status]).toEqual([value, 400]);
  }
});

test("comments have lines, and nothing that disturbs what stands beside them", async () => {
  const comment = async (value: string) =>
    (
      await product.administrator.call("POST", "assets/domains/", {
        name: `d${Math.random()}`,
        comment: value,
      })
    ).status;
  expect(await comment("one\n\ttwo\r\nשלום\u200f.")).toBe(201);
  expect(await comment("a\u202eb")).toBe(400);
  expect(await comment("a\u001b[2J")).toBe(400);
});

test("the login log shows what anybody wrote, in one line", async () => {
  await product.anonymous.call("POST", "authentication/auth/", {
    username: "nobody\u202e\nadmin signed in",
    password: "x",
  });
  const { rows } = await product.database.pool.query(
    "select username from login_logs order by datetime desc",
  );
  expect(rows[0]).toEqual({ username: "nobody\ufffd\ufffdadmin signed in" });
});
