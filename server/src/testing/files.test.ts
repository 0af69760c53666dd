import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RelationTarget } from "../engine/resource/index.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

const csv = { "content-type": "text/csv" };

/** The body as it came; the helper of the product gives text, which an archive is not. */
async function bytes(
  path: string,
): Promise<{ readonly type: string; readonly name: string; readonly body: Buffer }> {
  const { cookies } = product.administrator;
  const response = await product.app.fastify.inject({
    method: "GET",
    url: `/api/v1/${path}`,
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
    },
  });
  return {
    type: String(response.headers["content-type"]),
    name: String(response.headers["content-disposition"]),
    body: response.rawPayload,
  };
}

describe("files", () => {
  it("take the names of what they refer to, and tell a person which one was meant", async () => {
    const admin = product.administrator;
    const node = (await admin.call("POST", "assets/nodes/", { value: "Racks" })).body;
    await admin.call("POST", "assets/domains/", { name: "Harbour" });
    const file = (platform: string, domain: string) =>
      `name,address,platform,domain,nodes,protocols\nby-name-${platform},10.1.1.1,${platform},${domain},Racks,ssh/22`;
    const read = async (text: string) =>
      (await admin.call("POST", "assets/hosts/render-to-json/", text, csv)).body.data as object[];
    const made = await admin.call("POST", "assets/hosts/", await read(file("linux", "harbour")));
    expect([made.status, made.body[0]?.platform, made.body[0]?.domain.name, made.body[0]?.nodes]).toEqual([
      201,
      { id: 1, name: "Linux" },
      "Harbour",
      [{ id: node.id, name: "Racks" }],
    ]);
    const refused = await admin.call("POST", "assets/hosts/", await read(file("Linx", "Nowhere at all")));
    expect(refused.body).toEqual([
      {
        platform: ['"Linx" does not exist. Did you mean "Linux"?'],
        domain: ['"Nowhere at all" does not exist. Check the spelling or create it first.'],
      },
    ]);
    const account = (asset: string) =>
      admin.call("POST", "accounts/accounts/", { name: asset, username: "x", secret: "Harbour-4-x", asset });
    expect((await account("by-name-linux")).status).toBe(201);
    // Equal names are told apart by their keys.
    const racks = (await admin.call("POST", `assets/nodes/${node.id}/children/`, { value: "Racks" })).body;
    expect(racks.value).toBe("Racks");
    const twice = await admin.call("PATCH", `assets/hosts/${made.body[0].id}/`, { nodes: ["Racks"] });
    expect(twice.body.nodes[0]).toContain('More than one object is named "Racks"');
    const whole = await admin.call("PATCH", `assets/hosts/${made.body[0].id}/`, {
      nodes: [racks.full_value],
    });
    expect(whole.body.nodes).toEqual([{ id: racks.id, name: "Racks" }]);
  });

  it("can name whatever a field may refer to", async () => {
    const targets = product.product.areas
      .flatMap((area) => area.resources ?? [])
      .flatMap(({ path, fields }) =>
        Object.entries(fields).flatMap(([name, { options }]) => {
          const { target } = options as { target?: RelationTarget };
          return target === undefined ? [] : [{ at: `${path} ${name}`, target }];
        }),
      );
    expect(targets.length).toBeGreaterThan(20);
    for (const { at, target } of targets) {
      const shown = target.attributes === undefined ? "r.name" : target.attributes.name;
      const names = target.names ?? (shown === undefined ? [] : [shown]);
      for (const name of names) {
        const query = product.database.pool.query(`select lower(${name}) from ${target.table} as r limit 0`);
        await expect(query, at).resolves.toBeDefined();
      }
    }
  });

  it("bring hosts into another organization as they were", async () => {
    const admin = product.administrator;
    const hosts = Array.from({ length: 30 }, (_, index) => ({
      name: `=host ${index}`,
      address: `10.0.0.${index}`,
      platform: 1,
      comment: index % 2 === 0 ? "-" : '"quoted", \n@line',
      protocols: [{ name: "ssh", port: 2200 + index }],
      labels: [{ name: "site", value: `s${index % 3}` }],
      nodes_display: [`/Default/Rack ${index % 4}`],
      is_active: index % 2 === 0,
    }));
    expect((await admin.call("POST", "assets/hosts/", hosts)).status).toBe(201);
    const read = async (organization: string) => {
      const { body } = await admin.call("GET", `assets/hosts/?search=host&order=name&oid=${organization}`);
      return body.map((host: Record<string, unknown>) => ({
        name: host.name,
        address: host.address,
        comment: host.comment,
        protocols: host.protocols,
        active: host.is_active,
        platform: host.platform,
        paths: (host.nodes_display as string[]).map((path) => path.split("/").at(-1)),
      }));
    };
    const { text } = await admin.call("GET", "assets/hosts/?search=host&format=csv&template=update");
    const next = await admin.call("POST", "orgs/orgs/", { name: "Next" });
    // Ids, nodes and labels are of the first organization; the paths of nodes are not.
    const [titles = "", ...lines] = text.split(/\r\n(?==|[0-9a-f]{8}-)/);
    const left = ["ID", "Nodes", "Labels"].reduce(
      (head, title) => head.replace(title, `no ${title}`),
      titles,
    );
    const file = [left, ...lines].join("\r\n").replaceAll("/Default/", "/Next/");
    const preview = await admin.call("POST", `assets/hosts/render-to-json/?oid=${next.body.id}`, file, csv);
    expect(preview.body.data).toHaveLength(30);
    for (const row of preview.body.data) {
      const { status, text: answer } = await admin.call("POST", `assets/hosts/?oid=${next.body.id}`, {
        ...row,
        "@status": "pending",
      });
      expect(status, answer).toBe(201);
    }
    expect(await read(next.body.id)).toEqual(await read("default"));
  });

  it("of accounts are encrypted for the one who asks, and recorded", async () => {
    const admin = product.administrator;
    const host = await admin.call("POST", "assets/hosts/", {
      name: "vault",
      address: "10.1.1.1",
      platform: 1,
    });
    const secret = "never-in-a-file-1";
    await admin.call("POST", "accounts/accounts/", {
      asset: host.body.id,
      name: "root",
      username: "root",
      secret,
    });
    const advice = await bytes("accounts/accounts/?format=csv");
    expect(advice.type).toContain("text/plain");
    expect(advice.name).toMatch(/account_.*\.txt"$/);
    expect(advice.body.toString()).toContain("file encryption password");
    await product.confirm(admin);
    const differ = { new_secret_key: "Lantern-77", new_secret_key_again: "lantern-77" };
    expect(await admin.call("PUT", "users/profile/secret-key/", differ)).toMatchObject({
      status: 400,
      body: { new_secret_key_again: [expect.any(String)] },
    });
    const same = { new_secret_key: "Lantern-77", new_secret_key_again: "Lantern-77" };
    expect(await admin.call("PUT", "users/profile/secret-key/", same)).toMatchObject({
      body: { has_secret_key: true },
    });

    for (const format of ["csv", "xlsx"]) {
      const archive = await bytes(`accounts/accounts/?format=${format}`);
      expect(archive.type).toBe("application/zip");
      expect(archive.name).toMatch(/account_.*\.zip"$/);
      const open = (password: string) =>
        new ZipReader(new BlobReader(new Blob([new Uint8Array(archive.body)])), { password });
      const [entry] = await open("Lantern-77").getEntries();
      expect(entry).toMatchObject({ encrypted: true, zipCrypto: false });
      expect(entry?.filename).toMatch(new RegExp(`^account_.*\\.${format}$`));
      if (entry === undefined || entry.directory) throw new Error("there is no file in the archive");
      const content = await entry.getData(new TextWriter());
      if (format === "csv") expect(content).toMatch(/^ID,.*\r\n(?:.*\r\n)*[^,]*,root,root,/);
      expect(content).not.toContain(secret);
      const [locked] = await open("wrong").getEntries();
      if (locked === undefined || locked.directory) throw new Error("there is no file in the archive");
      await expect(locked.getData(new TextWriter())).rejects.toThrow();
    }
    const template = await admin.call("GET", "accounts/accounts/?format=csv&template=update");
    expect(template.headers["content-type"]).toBe("text/csv");
    expect(template.text).not.toContain(secret);
    await bytes("accounts/accounts/?format=csv&username=root");
    const logs = await admin.call("GET", "audits/operate-logs/?action=export");
    expect(logs.body.map(({ resource }: { resource: string }) => resource)).toEqual([
      "Export filtered: username=root",
      "Export all",
      "Export all",
    ]);
  });

  it("answer every list that announces them", async () => {
    const admin = product.administrator;
    const lists = product.app.routes.filter(
      ({ method, path }) => method === "OPTIONS" && path.startsWith("/api/v1/") && !path.includes(":"),
    );
    const problems: string[] = [];
    for (const { path } of lists) {
      const { body } = await admin.call("OPTIONS", path);
      if (!body.renders?.includes("text/csv") || body.actions?.GET === undefined) continue;
      for (const format of ["csv", "xlsx"]) {
        const { status, headers, text } = await admin.call("GET", `${path}?format=${format}`);
        const isFile = /csv|xlsx|plain|zip/.test(String(headers["content-type"]));
        // What is no table says so; what only components may read is refused in every form.
        if (status === 403 && (await admin.call("GET", path)).status === 403) continue;
        // What is read from a directory first is no file until then.
        if (status === 409 && path === "/api/v1/settings/ldap/users/") continue;
        if (status === 406 || status === 400 || status === 404 || status === 405) continue;
        if (status !== 200 || !isFile) problems.push(`${path} ${format}: ${status} ${text.slice(0, 100)}`);
      }
    }
    expect(problems).toEqual([]);
  });
});
