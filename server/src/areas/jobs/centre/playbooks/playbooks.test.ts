import { hostname } from "node:os";
import { unzipSync, type Zippable, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../../testing/product.ts";
import { findAnsible } from "../run/playbook/ansible.ts";
import { uploadPlaybook } from "../testing/upload-playbook.ts";
import { tellPlaybookSupport } from "./node-support.ts";

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const main = { "main.yml": bytes("- hosts: all\n") };

describe("playbooks", () => {
  let product: TestProduct;
  let mei: TestCaller;
  let ben: TestCaller;
  let id: string;
  beforeAll(async () => {
    product = await createTestProduct();
    mei = await product.signIn((await product.createUser({ username: "mei" })).id);
    ben = await product.signIn((await product.createUser({ username: "ben" })).id);
    id = (await mei.call("POST", "ops/playbooks/", { name: "deploy" })).body.id;
  });
  afterAll(() => product?.close());

  const files = (method: string, body?: unknown, query = "", caller = mei) =>
    caller.call(method, `ops/playbook/${id}/file/${query}`, body);
  const keys = async () => (await files("GET")).body.map((node: { id: string }) => node.id);
  const content = async (key: string) =>
    (await files("GET", undefined, `?key=${encodeURIComponent(key)}`)).body;
  const upload = (archive: Zippable, fields = {}) => uploadPlaybook(product, mei, zipSync(archive), fields);

  it("begin with a file, have a tree, and are their owner's alone", async () => {
    expect((await files("GET")).body).toEqual([
      { name: "deploy", title: "deploy", id: "root", isParent: true, pId: "", open: true, temp: false },
      {
        ...{ name: "main.yml", title: "main.yml", id: "main.yml", isParent: false, pId: "root", open: false },
        ...{ temp: false, iconSkin: "file" },
      },
    ]);
    const folder = (await files("POST", { key: "root", name: "roles", is_directory: true })).body;
    expect(folder).toMatchObject({ id: "roles", isParent: true, open: true });
    expect((await files("POST", { key: "roles", name: "a.yml", content: "x: 1" })).body.id).toBe(
      "roles/a.yml",
    );
    expect((await files("POST", { key: "root/roles", name: "a.yml" })).body.id).toBe("roles/a.yml(1)");
    expect((await files("POST", { key: "root", name: "" })).body.id).toBe("new_file.yml");
    expect(await keys()).toEqual([
      "root",
      "roles",
      "roles/a.yml",
      "roles/a.yml(1)",
      "main.yml",
      "new_file.yml",
    ]);
    expect((await files("PATCH", { key: "roles", new_name: "tasks" })).body.id).toBe("tasks");
    expect((await files("PATCH", { key: "new_file.yml", new_name: "main.yml" })).body.msg).toContain(
      "exists",
    );
    expect(await content("tasks/a.yml")).toEqual({ content: "x: 1", is_text: true, version: 1 });
    expect((await files("DELETE", undefined, "?key=tasks")).body).toEqual({ msg: "ok" });
    expect(await keys()).toEqual(["root", "main.yml", "new_file.yml"]);
    for (const [method, body] of [["GET"], ["POST", { key: "root", name: "x" }]] as const)
      expect((await files(method, body, "", ben)).status).toBe(404);
    expect((await ben.call("GET", `ops/playbooks/${id}/`)).status).toBe(404);
    expect((await ben.call("GET", `/media/playbooks/${id}.zip`)).status).toBe(404);
    const asked = await ben.call("POST", "ops/jobs/", {
      name: "x",
      type: "playbook",
      playbook: id,
      is_periodic: false,
    });
    expect([asked.status, Object.keys(asked.body)]).toEqual([400, ["playbook"]]);
  });

  it("answer the second of two edits of a file that it is one", async () => {
    const { version } = await content("main.yml");
    const save = (text: string, known?: number) =>
      files("PATCH", { key: "main.yml", content: text, ...(known === undefined ? {} : { version: known }) });
    expect((await save("first", version)).body).toEqual({ msg: "ok", version: version + 1 });
    const late = await save("second", version);
    expect([late.status, late.body.code]).toEqual([409, "object_changed"]);
    expect((await content("main.yml")).content).toBe("first");
    // Clients of the contract send no version.
    expect((await save("third")).status).toBe(200);
  });

  it("take no path that leads out, no strange name, and keep what has to stay", async () => {
    const names = [
      "..",
      ".",
      "a/b",
      "a\\b",
      "a\u0000b",
      "a\nb",
      "\u202egpj",
      "\ud800",
      "x".repeat(256),
      5,
      {},
    ];
    for (const name of names)
      expect((await files("POST", { key: "root", name })).status, String(name)).toBe(400);
    for (const key of ["../x", "/etc/passwd", "a/../../x", "root/..", "a//b", "\u0000", 7]) {
      expect((await files("PATCH", { key, content: "x" })).status, String(key)).toBe(400);
      expect((await files("POST", { key, name: "x" })).status, String(key)).toBe(400);
    }
    for (const key of ["root", "main.yml", "", "%2e%2e"]) {
      expect((await files("DELETE", undefined, `?key=${key}`)).status, key).toBe(400);
    }
    expect((await files("PATCH", { key: "main.yml", new_name: "x.yml" })).body.code).toBe("protected");
    expect((await files("PATCH", { key: "root", content: "x" })).status).toBe(400);
    expect((await files("POST", { key: "main.yml", name: "in a file" })).body.code).toBe("not_a_folder");
    expect((await files("POST", { key: "gone", name: "x" })).status).toBe(404);
    expect((await files("POST", { key: "root", name: "big", content: "x".repeat(1_048_577) })).status).toBe(
      400,
    );
    expect(await keys()).toEqual(["root", "main.yml", "new_file.yml"]);
  });

  it("come as archives, and go as archives", async () => {
    const made = await upload(
      { ...main, "roles/": new Uint8Array(), "files/logo": new Uint8Array([0, 255, 1]) },
      { file: "web.site.zip" },
    );
    expect([made.status, made.body.name]).toEqual([201, "site"]);
    const tree = await mei.call("GET", `ops/playbook/${made.body.id}/file/`);
    expect(tree.body.map((node: { id: string }) => node.id)).toEqual([
      "root",
      "files",
      "files/logo",
      "roles",
      "main.yml",
    ]);
    const binary = await mei.call("GET", `ops/playbook/${made.body.id}/file/?key=files/logo`);
    expect(binary.body).toMatchObject({ is_text: false, content: expect.stringContaining("not text") });
    const back = await product.app.fastify.inject({
      url: made.body.path,
      headers: {
        cookie: Object.entries(mei.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
      },
    });
    expect(Object.keys(unzipSync(new Uint8Array(back.rawPayload)))).toEqual([
      "files/",
      "files/logo",
      "main.yml",
      "roles/",
    ]);
  });

  it("refuse archives that are bombs, lead out, hold links or have no entry", async () => {
    const link = { attrs: (0o120777 << 16) >>> 0, os: 3 };
    const refused: readonly (readonly [string, Zippable])[] = [
      ["no_valid_entry", { "play.yml": bytes("x") }],
      ["no_valid_entry", { "book/main.yml": bytes("x") }],
      ["invalid_playbook_file", { ...main, "../out.yml": bytes("x") }],
      ["invalid_playbook_file", { ...main, "/etc/passwd": bytes("x") }],
      ["invalid_playbook_file", { ...main, "a\\..\\b": bytes("x") }],
      ["invalid_playbook_file", { ...main, link: [bytes("/etc/passwd"), link] }],
      ["invalid_playbook_file", { ...main, bomb: new Uint8Array(1_048_577) }],
      [
        "invalid_playbook_file",
        Object.fromEntries([...Array(12).keys()].map((at) => [`f${at}`, new Uint8Array(1_000_000)])),
      ],
      [
        "invalid_playbook_file",
        Object.fromEntries([...Array(1_001).keys()].map((at) => [`f${at}`, bytes("")])),
      ],
      ["invalid_playbook_file", { ...main, "main.yml/x": bytes("x") }],
    ];
    for (const [code, archive] of refused) {
      const { status, body } = await upload(archive);
      expect([status, body.code], Object.keys(archive).at(-1)).toEqual([400, code]);
    }
    // One that says its content is small.
    const lying = zipSync({ ...main, bomb: new Uint8Array(3_000_000) });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(3_000_000);
    const shown = Buffer.from(lying);
    for (let at = shown.indexOf(size); at >= 0; at = shown.indexOf(size)) shown.writeUInt32LE(10, at);
    expect((await uploadPlaybook(product, mei, shown)).status).toBe(400);
    expect((await uploadPlaybook(product, mei, bytes("no archive"))).body.code).toBe("invalid_playbook_file");
    const { body } = await mei.call("GET", "ops/playbooks/?name=book");
    expect(body.filter(({ name }: { name: string }) => name === "book")).toEqual([]);
  });

  it("run where a gateway says so, and those that cannot are named", async () => {
    const { pool } = product.database;
    const support = async () => (await mei.call("GET", "sallyport/playbook-support/")).body;
    const tell = (node: string, version: string, problem: string) =>
      pool.query("insert into ops_playbook_nodes (node, version, problem) values ($1, $2, $3)", [
        ...[node, version, problem],
      ]);
    expect(await support()).toMatchObject({
      is_available: false,
      reason: expect.stringContaining("gateway"),
    });
    await tell("south", "2.9.1", "old_ansible");
    expect(await support()).toEqual({
      is_available: false,
      version: "",
      reason: "The server has ansible-core 2.9.1. Playbooks need 2.12 or later.",
    });
    await tell("north", "2.14.3", "");
    expect(await support()).toEqual({
      is_available: true,
      version: "2.14.3",
      reason: "south: The server has ansible-core 2.9.1. Playbooks need 2.12 or later.",
    });
    // One that is gone does not count.
    await pool.query(
      "update ops_playbook_nodes set date_checked = now() - interval '1 hour' where node = 'south'",
    );
    expect(await support()).toEqual({ is_available: true, version: "2.14.3", reason: "" });
    // What this machine finds of itself, whatever it is.
    await tellPlaybookSupport.run(product.services);
    const { rows } = await pool.query("select problem, version from ops_playbook_nodes where node = $1", [
      hostname(),
    ]);
    const found = await findAnsible();
    expect(rows).toEqual([{ problem: found.isAvailable ? "" : found.problem, version: found.version }]);
  });
});
