import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FastifyRequest, fastify } from "fastify";
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
    const frameHosts = async ({ headers }: FastifyRequest) =>
      headers.cookie === undefined ? [] : ["lion.example:443", "lion.example:80"];
    await serveStaticFiles(app, folders, { cipher, frameHosts });
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

  it("show frames of the site, and of hosts that are named for the caller in the terminal page alone", async () => {
    const framesOf = async (path: string, headers: Record<string, string> = {}) => {
      const policy = String((await app.inject({ url: path, headers })).headers["content-security-policy"]);
      expect(policy).not.toContain("*");
      return policy.split("; ").find((rule) => rule.startsWith("frame-src"));
    };
    const signedIn = { cookie: "one" };
    expect([
      await framesOf("/ui/"),
      await framesOf("/ui/", signedIn),
      await framesOf("/luna/"),
      await framesOf("/luna/connect", signedIn),
    ]).toEqual([
      "frame-src 'self'",
      "frame-src 'self'",
      "frame-src 'self' jms:",
      "frame-src 'self' jms: lion.example:443 lion.example:80",
    ]);
  });

  it("are none outside the folders", async () => {
    for (const path of ["three.js", "../secret.js", "%2e%2e/secret.js", "..%2fsecret.js"]) {
      const { statusCode, body } = await app.inject(`/static/${path}`);
      expect([400, 403, 404]).toContain(statusCode);
      expect(body).not.toBe("secret");
    }
  });
});
