import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";

const path = "acls/command-groups/";

describe("command groups", () => {
  let product: TestProduct;
  const call: TestProduct["administrator"]["call"] = (...given) => product.administrator.call(...given);
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  it("are made with defaults and stamps, changed, found and deleted", async () => {
    const made = await call("POST", path, { name: "Reboots", content: "reboot\nshutdown -h now\n" });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: "Reboots",
      type: { value: "command", label: "Command" },
      content: "reboot\nshutdown -h now",
      ignore_case: true,
      comment: "",
      created_by: "Administrator",
      updated_by: "Administrator",
    });
    const object = `${path}${made.body.id}/`;
    expect((await call("PATCH", object, { ignore_case: false })).body.ignore_case).toBe(false);
    expect((await call("GET", `${path}?search=boot&fields=name`)).body).toEqual([{ name: "Reboots" }]);
    expect((await call("GET", `${path}?name=boot`)).body).toEqual([]);
    expect((await call("DELETE", object)).status).toBe(204);
    expect((await call("GET", object)).status).toBe(404);
  });

  it("need a name of their own and something to name", async () => {
    expect((await call("POST", path, { name: "Disks", content: "mkfs" })).status).toBe(201);
    const again = await call("POST", path, { name: "Disks", content: "fdisk" });
    expect([again.status, Object.keys(again.body)]).toEqual([400, ["name"]]);
    const empty = await call("POST", path, { name: "Nothing", content: "\n " });
    expect([empty.status, Object.keys(empty.body)]).toEqual([400, ["content"]]);
    const other = await call("POST", path, { name: "Other", content: "x", type: "glob" });
    expect([other.status, Object.keys(other.body)]).toEqual([400, ["type"]]);
  });

  it("keep no expression that cannot be searched for", async () => {
    const backwards = "(?<=sudo )rm";
    const refused = await call("POST", path, { name: "Behind", type: "regex", content: backwards });
    expect(refused.status).toBe(400);
    expect(refused.body.content).toEqual([expect.stringContaining("(?<")]);
    // As commands the same characters are only characters, until they are to become an expression.
    const made = await call("POST", path, { name: "Behind", type: "command", content: backwards });
    expect(made.status).toBe(201);
    const turned = await call("PATCH", `${path}${made.body.id}/`, { type: "regex" });
    expect([turned.status, Object.keys(turned.body)]).toEqual([400, ["content"]]);
    const both = await call("PATCH", `${path}${made.body.id}/`, { type: "regex", content: "rm\\s+-rf" });
    expect([both.status, both.body.type.value]).toEqual([200, "regex"]);
  });

  it("keep no expression of several lines, which no command would match", async () => {
    const lines = { name: "Disks and files", type: "regex", content: "mkfs\nrm\\s+-rf" };
    const refused = await call("POST", path, lines);
    expect(refused.status).toBe(400);
    expect(refused.body.content).toEqual([expect.stringContaining("Join alternatives with |")]);
    // A line break at the end is none, as browsers and files put one there.
    const made = await call("POST", path, { ...lines, content: "mkfs|rm\\s+-rf\r\n" });
    expect([made.status, made.body.content]).toEqual([201, "mkfs|rm\\s+-rf"]);
    const changed = await call("PATCH", `${path}${made.body.id}/`, { content: "mkfs\r\nfdisk" });
    expect([changed.status, Object.keys(changed.body)]).toEqual([400, ["content"]]);
  });
});
