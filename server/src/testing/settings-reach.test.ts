import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settingCatalogue } from "../areas/settings/catalogue.ts";
import { settingCategories } from "../areas/settings/categories.ts";
import { notAvailable } from "../areas/settings/not-available.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Settings that stand in no category, and where they come from instead. */
const elsewhere: Readonly<Record<string, string>> = {
  XPACK_ENABLED: "always true: every part of the product is in it",
  XPACK_LICENSE_IS_VALID: "the license says so",
  XPACK_LICENSE_CORPORATION: "the license says so",
  SECURITY_VIEW_AUTH_NEED_MFA: "SALLYPORT_CONFIRM_SECRETS",
  INTERFACE: "xpack/interface/setting/, whose pictures are files",
};

/** Fields of the API that no page of the console shows, and why. */
const withoutPage: Readonly<Record<string, string>> = {};

/** Keys that are read by a name put together of two parts: the first. */
const assembled = ["EMAIL_CUSTOM_USER_CREATED_"];

/** The sources below a folder that may name a setting, without the tests and without `leftOut`. */
async function sources(folder: string, leftOut: RegExp): Promise<string> {
  const files = await readdir(join(root, folder), { recursive: true });
  const read = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !leftOut.test(file))
    .map((file) => readFile(join(root, folder, file), "utf8"));
  return (await Promise.all(read)).join("\n");
}

const keys = Object.keys(settingCatalogue);
const entered = settingCategories.flatMap(({ fields }) => Object.keys(fields));
const names = (text: string) => (key: string) => new RegExp(`\\b${key}\\b`).test(text);

describe("every setting", () => {
  it("can be set in a category, or is listed with where it comes from", () => {
    expect(keys.filter((key) => !entered.includes(key) && !Object.hasOwn(elsewhere, key))).toEqual([]);
    expect(Object.keys(elsewhere).filter((key) => !keys.includes(key) || entered.includes(key))).toEqual([]);
    expect(entered.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it("is read by something beside the settings themselves", async () => {
    const text = [
      await sources("server/src", /^areas\/settings\/|^testing\/|\/testing\//),
      await sources("console/src", /^areas\/settings\//),
    ].join("\n");
    const read = names(text);
    const isRead = (key: string) =>
      read(key) || assembled.some((first) => key.startsWith(first) && text.includes(`${first}\${`));
    expect(keys.filter((key) => !isRead(key) && key !== "INTERFACE")).toEqual([]);
  });

  it("has its field on a page of the console", async () => {
    const shown = names(await sources("console/src/areas", /\/texts\//));
    const missing = entered.filter((key) => !shown(key) && !Object.hasOwn(withoutPage, key));
    expect([...new Set(missing)]).toEqual([]);
  });

  it("of the contract that is not there is in no category and read by nothing", async () => {
    const isRead = names(await sources("server/src", /^areas\/settings\/|^testing\/|\/testing\//));
    expect(Object.keys(notAvailable).filter((key) => keys.includes(key) || isRead(key))).toEqual([]);
  });
});

describe("public settings", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  it("promise nothing that is not there, and a client that sends it back is not refused", async () => {
    const { administrator: admin } = product;
    const clients = ["TERMINAL_RAZOR_ENABLED", "TERMINAL_MAGNUS_ENABLED", "TERMINAL_OMNIDB_ENABLED"];
    const { body } = await admin.call("GET", "settings/public/");
    for (const key of clients) expect([key, body[key]]).toEqual([key, false]);
    const address = "settings/setting/?category=terminal";
    const saved = await admin.call("PATCH", address, { TERMINAL_MAGNUS_ENABLED: true });
    expect(saved.status).toBe(200);
    expect(saved.body).not.toHaveProperty("TERMINAL_MAGNUS_ENABLED");
    const after = await admin.call("GET", "settings/public/");
    expect(after.body.TERMINAL_MAGNUS_ENABLED).toBe(false);
  });
});
