import { expect, test } from "vitest";
import { catalogue, translate, withParameters } from "./messages.ts";

const text = catalogue("test", {
  wait: [
    "Wait {minutes:minute|minutes}, {name}.",
    "请等待 {minutes} 分钟，{name}。",
    "{name}、{minutes} 分待ってください。",
  ],
});

test("a noun agrees with its number", () => {
  const say = (minutes: number | string) =>
    translate(withParameters(text.wait, { minutes, name: "Ada" }), "en");
  expect([0, 1, 2, 1.5, "1", "21"].map(say)).toEqual(
    ["0 minutes", "1 minute", "2 minutes", "1.5 minutes", "1 minute", "21 minutes"].map(
      (time) => `Wait ${time}, Ada.`,
    ),
  );
  expect(translate(withParameters(text.wait, { minutes: 1, name: "Ada" }), "zh")).toBe(
    "请等待 1 分钟，Ada。",
  );
  expect(translate(withParameters(text.wait, { name: "Ada" }), "en")).toBe(
    "Wait {minutes:minute|minutes}, Ada.",
  );
});
