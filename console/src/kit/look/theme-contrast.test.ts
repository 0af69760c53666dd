import { RATIO } from "@sallyport/contract/look/colors";
import { contrast } from "@sallyport/contract/look/contrast";
import { THEMES } from "@sallyport/contract/look/tokens";
import { theme } from "antd";
import { describe, expect, test } from "vitest";
import { buildTheme } from "../theme.ts";

type Token = ReturnType<typeof theme.getDesignToken>;
type Name = { [Key in keyof Token]: Token[Key] extends string ? Key : never }[keyof Token];

const GROUNDS: readonly Name[] = ["colorBgLayout", "colorBgContainer", "colorBgElevated"];
const CHOSEN: readonly Name[] = ["controlItemBgHover", "controlItemBgActive", "controlItemBgActiveHover"];

/** The texts of the component library, and what they stand on. */
const TEXTS: readonly (readonly [text: Name, grounds: readonly Name[]])[] = [
  ["colorText", [...GROUNDS, ...CHOSEN]],
  ["colorTextHeading", GROUNDS],
  ["colorTextSecondary", GROUNDS],
  ["colorTextDescription", GROUNDS],
  ["colorTextLabel", GROUNDS],
  ["colorTextTertiary", GROUNDS],
  ["colorTextPlaceholder", GROUNDS],
  ["colorIcon", GROUNDS],
  ["colorLink", [...GROUNDS, ...CHOSEN]],
  ["colorLinkHover", GROUNDS],
  ["colorPrimaryText", [...GROUNDS, "colorPrimaryBg", "colorPrimaryBgHover"]],
  ["colorSuccessText", [...GROUNDS, "colorSuccessBg"]],
  ["colorWarningText", [...GROUNDS, "colorWarningBg"]],
  ["colorErrorText", [...GROUNDS, "colorErrorBg"]],
  ["colorText", ["colorSuccessBg", "colorWarningBg", "colorErrorBg", "colorInfoBg"]],
  [
    "colorTextLightSolid",
    ["colorPrimary", "colorPrimaryHover", "colorPrimaryActive", "colorSuccess", "colorWarning", "colorError"],
  ],
  ["colorTextLightSolid", ["colorErrorHover", "colorErrorActive", "colorBgSpotlight"]],
];

/** What has to be seen without being a text. */
const MARKS: readonly (readonly [mark: Name, grounds: readonly Name[]])[] = [
  ["colorTextDisabled", GROUNDS],
  ["colorTextQuaternary", GROUNDS],
  ["colorBorder", GROUNDS],
  ["colorPrimary", GROUNDS],
];

const looks = [false, true].flatMap((dark) =>
  THEMES.map(({ name, primary }) => [dark ? "dark" : "light", name, dark, primary] as const),
);

describe.each(looks)("%s, %s", (_look, _name, dark, primary) => {
  const token = theme.getDesignToken(buildTheme(dark, { "--color-primary": primary }));

  test.each([
    ["text", TEXTS, RATIO.text],
    ["mark", MARKS, RATIO.mark],
  ] as const)("every %s of the component library can be told from its ground", (_kind, pairs, ratio) => {
    const faint = pairs.flatMap(([front, grounds]) =>
      grounds
        .map((ground) => ({ front, ground, ratio: contrast(hex(token[front]), hex(token[ground])) }))
        .filter((pair) => pair.ratio < ratio)
        .map((pair) => `${pair.front} on ${pair.ground}: ${pair.ratio.toFixed(2)}`),
    );
    expect(faint).toEqual([]);
  });
});

/** Colours the library derives may be written as `rgb(r, g, b)`. */
function hex(color: string): string {
  const parts = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(color)?.slice(1);
  if (parts === undefined) return color;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}
