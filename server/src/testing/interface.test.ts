import { afterAll, beforeAll, expect, test } from "vitest";
import { installationIssuer, issueLicense } from "../areas/license/issuer.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

const at = "xpack/interface/setting/";
let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape are looked into
  readonly body: any;
}

/** Saves the form, as a browser sends it. */
async function save(fields: Readonly<Record<string, string | Blob>>): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as Blob);
  const encoded = new Response(form);
  const { cookies } = product.administrator;
  const response = await product.app.fastify.inject({
    method: "PUT",
    url: `/api/v1/${at}`,
    headers: {
      "content-type": encoded.headers.get("content-type") ?? "",
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
      "x-csrftoken": cookies.jms_csrftoken ?? "",
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

const changed = { login_title: "Harbour access", theme: "china_red" };
const look = async () => (await product.anonymous.call("GET", "settings/public/open/")).body.INTERFACE;

/** The head of a picture of a size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, Buffer.from("0806000000", "hex")]);
}
const picture = (bytes: Buffer, type = "image/png") =>
  new File([new Uint8Array(bytes)], "logo.png", { type });

test("the interface is changed with a license alone", async () => {
  const refused = await save(changed);
  expect([refused.status, refused.body.code]).toEqual([400, "license_required"]);
  const request = { corporation: "Harbour", assets: 10, days: 30 };
  const file = issueLicense(installationIssuer(product.services.config), request, new Date());
  expect((await product.administrator.call("POST", "xpack/license/import", { file })).body.status).toBe(true);
  expect((await save(changed)).body).toEqual({
    ...changed,
    logo_index: "/static/img/logo_text_white.png",
    logo_logout: "/static/img/logo.png",
    favicon: "/static/img/facio.ico",
    login_image: "/static/img/login_image.png",
  });
  expect(await look()).toMatchObject({
    ...changed,
    theme_info: { name: "china_red", colors: { "--color-primary": "#b3261e" } },
  });
  const page = (await product.anonymous.call("GET", "/core/auth/login/")).text;
  expect(page).toContain("Harbour access");
  expect((await product.anonymous.call("GET", "/ui/theme/element-ui.css")).text).toContain("#b3261e");
  const { rows } = await product.database.pool.query(
    "select count(*)::int as count from operate_logs where resource = 'Interface'",
  );
  expect(rows[0].count).toBe(1);
});

test("pictures are shown to everybody, as what they are and nothing else", async () => {
  const logo = png(82, 82);
  const saved = await save({ ...changed, logo_logout: picture(logo, "text/html") });
  expect(saved.body.logo_logout).toMatch(/^\/media\/xpack\/interface\/logo_logout-[0-9a-f]{16}\.png$/);
  for (const path of [saved.body.logo_logout, "settings/logo/"]) {
    const { status, headers } = await product.anonymous.call("GET", path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "content-length": String(logo.length),
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  }
  // A form without a new picture leaves the one there is; another picture has another address.
  expect((await save({ ...changed, logo_logout: saved.body.logo_logout })).body).toEqual(saved.body);
  const other = (await save({ ...changed, logo_logout: picture(png(80, 80)) })).body.logo_logout;
  expect(other).not.toBe(saved.body.logo_logout);
  expect((await product.anonymous.call("GET", saved.body.logo_logout)).status).toBe(404);
  for (const file of ["../../secret.key", "logo_logout-0000000000000000.png", "%2e%2e%2fsecret.key"]) {
    expect((await product.anonymous.call("GET", `/media/xpack/interface/${file}`)).status).toBe(404);
  }
  const page = (await product.anonymous.call("GET", "/core/auth/login/")).text;
  expect(page).toContain(other);
});

test("what is no picture, or too large a one, is refused at its field", async () => {
  const before = await look();
  const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  const jpeg = Buffer.concat([
    Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
    Buffer.from("ffc0001108ffffffff03012200021101031101", "hex"),
  ]);
  for (const [bytes, reason] of [
    [script, /cannot display/],
    [Buffer.from("GIF89a"), /cannot display/],
    [png(5_000, 10), /4096 pixels/],
    [jpeg, /4096 pixels/],
    [Buffer.concat([png(10, 10), Buffer.alloc(1_048_576)]), /1 MiB/],
  ] as const) {
    const { status, body } = await save({ ...changed, favicon: picture(bytes) });
    expect([status, body]).toEqual([400, { favicon: [expect.stringMatching(reason)] }]);
  }
  for (const wrong of [{ login_title: "" }, { login_title: "a\u202eb" }, { theme: "none" }]) {
    const { status, body } = await save({ ...changed, ...wrong });
    expect([status, Object.keys(body)]).toEqual([400, Object.keys(wrong)]);
  }
  expect(await look()).toEqual(before);
});

test("themes are listed with their colours, and the product's own interface comes back", async () => {
  const { body: themes } = await product.administrator.call("GET", `${at}themes/`);
  const { body: metadata } = await product.administrator.call("OPTIONS", at);
  const { theme, logo_index } = metadata.actions.PUT;
  expect(theme.choices.map(({ value }: { value: string }) => value)).toEqual(
    themes.map(({ name }: { name: string }) => name),
  );
  expect(logo_index).toMatchObject({ type: "image upload", required: false });
  for (const { colors } of themes) {
    expect(Object.keys(colors)).toContain("--menu-text-active");
    for (const color of Object.values(colors)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  }
  expect((await product.administrator.call("PUT", `${at}restore/`)).body).toEqual({
    success: expect.any(String),
  });
  expect(await look()).toMatchObject({ login_title: "Sallyport", theme: "classic_green", theme_info: {} });
  const { rows } = await product.database.pool.query("select 1 from interface_images");
  expect(rows).toEqual([]);
});
