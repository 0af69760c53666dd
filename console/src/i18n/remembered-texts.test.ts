import i18next, { type i18n } from "i18next";
import { expect, test, vi } from "vitest";
import { rememberTexts } from "./remembered-texts.ts";

async function translations(texts: Record<string, string>) {
  const instance = i18next.createInstance();
  await instance.init({
    lng: "en",
    resources: { en: { shop: texts } },
    interpolation: { escapeValue: false },
  });
  rememberTexts(instance);
  return instance;
}

/** The texts of the test are not those of the console, whose names the types know. */
function scope(instance: i18n, namespace: string) {
  return instance.getFixedT("en", namespace as "common") as unknown as (
    key: string,
    values?: object,
  ) => string;
}

test("a text without variables is looked up once, whoever asks", async () => {
  const instance = await translations({ open: "Open" });
  const lookUp = vi.spyOn(instance, "t");
  for (let round = 0; round < 3; round += 1) expect(scope(instance, "shop")("open")).toBe("Open");
  expect(lookUp).toHaveBeenCalledTimes(1);
});

test("scopes do not answer for each other, and a text with variables is made anew", async () => {
  const instance = await translations({ open: "Open", hello: "Hello {{name}}" });
  instance.addResourceBundle("en", "door", { open: "Ajar" });
  expect(scope(instance, "shop")("open")).toBe("Open");
  expect(scope(instance, "door")("open")).toBe("Ajar");
  const t = scope(instance, "shop");
  expect([t("hello", { name: "Ann" }), t("hello", { name: "Bob" })]).toEqual(["Hello Ann", "Hello Bob"]);
});

test("texts that come later take the place of the missing ones", async () => {
  const instance = await translations({});
  const t = scope(instance, "late");
  expect(t("title")).toBe("title");
  instance.addResourceBundle("en", "late", { title: "Here" });
  expect(t("title")).toBe("Here");
});
