import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveStaticFiles } from "./static-files.ts";

describe("static files", () => {
  let folder: string;
  const app = fastify();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "static-files-"));
    for (const [name, text] of [
      ["sources/one.js", "one"],
      ["built/one.js", "another"],
      ["built/two.js", "two"],
      ["secret.js", "secret"],
      ["console/index.html", "<p>console</p>"],
      ["console/luna.html", "<p>terminal</p>"],
      ["console/theme/element-ui.css", "foreign"],
    ] as const) {
      await mkdir(join(folder, name, ".."), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const cipher = { publicKeyCookie: async () => "", open: async (value: string) => value };
    const folders = {
      console: join(folder, "console"),
      static: [join(folder, "sources"), join(folder, "built")],
    };
    // As the product has them before it serves files.
    for (const sheet of ["element-ui", "element-extra"])
      app.get(`/ui/theme/${sheet}.css`, async () => "variables");
    await serveStaticFiles(app, folders, cipher);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it("come from the first folder that has them", async () => {
    const get = async (path: string) => (await app.inject(`/static/${path}`)).body;
    expect([await get("one.js"), await get("two.js")]).toEqual(["one", "two"]);
  });

  it("may be kept for an hour", async () => {
    expect((await app.inject("/static/two.js")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  it("leave a console the styles it brings with it", async () => {
    const sheet = async (name: string) => (await app.inject(`/ui/theme/${name}.css?1`)).body;
    expect([await sheet("element-ui"), await sheet("element-extra")]).toEqual(["foreign", "variables"]);
  });

  it("are none outside the folders", async () => {
    for (const path of ["three.js", "../secret.js", "%2e%2e/secret.js", "..%2fsecret.js"]) {
      const { statusCode, body } = await app.inject(`/static/${path}`);
      expect([400, 403, 404]).toContain(statusCode);
      expect(body).not.toBe("secret");
    }
  });
});
