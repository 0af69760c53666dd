import { afterAll, beforeAll, expect, test } from "vitest";
import { installationIssuer, issueLicense } from "../areas/license/issuer.ts";
import { createTestProduct, type TestProduct } from "./product.ts";
import { pngOf, sendForm } from "./send-form.ts";

const at = "xpack/interface/setting/";
let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

/** Saves the form, as a browser sends it. */
function save(fields: Readonly<Record<string, string | Blob>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as Blob);
  return sendForm(product, product.administrator, { method: "PUT", path: at, form });
}

const changed = { login_title: "Harbour access", theme: "china_red" };
const look = async () => (await product.anonymous.call("GET", "settings/public/open/")).body.INTERFACE;

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
  const logo = pngOf(82, 82);
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
  const other = (await save({ ...changed, logo_logout: picture(pngOf(80, 80)) })).body.logo_logout;
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
    [pngOf(5_000, 10), /4096 pixels/],
    [jpeg, /4096 pixels/],
    [Buffer.concat([pngOf(10, 10), Buffer.alloc(1_048_576)]), /1 MiB/],
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

test("a provider's button has a picture of its own, which outlives the product's own interface", async () => {
  const category = "settings/setting/?category=oauth2";
  const send = (bytes: Buffer) => {
    const form = new FormData();
    form.set("AUTH_OAUTH2_LOGO_PATH", picture(bytes));
    return sendForm(product, product.administrator, { method: "PATCH", path: category, form });
  };
  const logo = async () => (await product.administrator.call("GET", category)).body.AUTH_OAUTH2_LOGO_PATH;
  const loginPage = async () => (await product.anonymous.call("GET", "/core/auth/login/?admin=1")).text;
  await product.configure({ AUTH_OAUTH2: true });
  expect(await logo()).toBeNull();
  expect(await loginPage()).not.toContain('<img src="/media/xpack/interface/oauth2_logo');
  const small = pngOf(64, 64);
  const saved = await send(small);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const address = saved.body.AUTH_OAUTH2_LOGO_PATH;
  expect(address).toMatch(/^\/media\/xpack\/interface\/oauth2_logo-[0-9a-f]{16}\.png$/);
  expect(await loginPage()).toContain(`<img src="${address}" alt="">`);
  expect((await product.anonymous.call("GET", address)).status).toBe(200);
  const { body: metadata } = await product.administrator.call("OPTIONS", category);
  expect(metadata.actions.PUT.AUTH_OAUTH2_LOGO_PATH).toMatchObject({ type: "image upload", required: false });
  // Sent back as it was read, with the rest of the settings.
  const patched = await product.administrator.call("PATCH", category, {
    AUTH_OAUTH2_LOGO_PATH: "/static/img/another.png",
    AUTH_OAUTH2_PROVIDER: "Harbour",
  });
  expect([patched.status, patched.body.AUTH_OAUTH2_LOGO_PATH]).toEqual([200, address]);
  expect((await product.administrator.call("PUT", `${at}restore/`, {})).status).toBe(200);
  expect(await logo()).toBe(address);
  for (const [bytes, reason] of [
    [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /cannot display/],
    [pngOf(5_000, 10), /4096 pixels/],
  ] as const) {
    const { status, body } = await send(bytes);
    expect([status, body]).toEqual([400, { AUTH_OAUTH2_LOGO_PATH: [expect.stringMatching(reason)] }]);
  }
  expect(await logo()).toBe(address);
  // A setting beside it that is refused leaves the picture as it is.
  const form = new FormData();
  form.set("AUTH_OAUTH2_LOGO_PATH", picture(pngOf(32, 32)));
  form.set("AUTH_OAUTH2_PROVIDER", "");
  const refused = await sendForm(product, product.administrator, { method: "PATCH", path: category, form });
  expect([refused.status, await logo()]).toEqual([400, address]);
  expect((await product.anonymous.call("GET", address)).status).toBe(200);
  const gone = await product.administrator.call("PATCH", category, { AUTH_OAUTH2_LOGO_PATH: null });
  expect([gone.status, gone.body.AUTH_OAUTH2_LOGO_PATH]).toEqual([200, null]);
  expect((await product.anonymous.call("GET", address)).status).toBe(404);
  expect(await loginPage()).not.toContain("oauth2_logo");
});
