import { darkBySystem, tokenSheet } from "@sallyport/contract/look/style-sheet";
import { LIGHT, OWN_PRIMARY, THEMES } from "@sallyport/contract/look/tokens";
import { anonymous } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { readAppearance } from "../settings/index.ts";

/** Colours of the themes an installation can choose, as CSS variables. */
const own: Readonly<Record<string, string>> = {
  "--color-primary": OWN_PRIMARY,
  "--color-primary-dark": THEMES[0].banner,
  "--color-success": LIGHT.good,
  "--color-warning": LIGHT.warning,
  "--color-danger": LIGHT.bad,
  "--color-info": LIGHT.textMuted,
};

const variable = /^--[a-z][a-z0-9-]{0,63}$/;
const colour = /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([0-9.,%/ ]{1,60}\)|[a-z]{3,24})$/i;

/** The colours of a theme; whatever is not a variable with a colour could be anything else in a sheet. */
function coloursOf(theme: Json): Record<string, string> {
  const given = isObject(theme) && isObject(theme.colors) ? Object.entries(theme.colors) : [];
  const usable = given.filter(
    (entry): entry is [string, string] =>
      variable.test(entry[0]) && typeof entry[1] === "string" && colour.test(entry[1]),
  );
  return Object.fromEntries(usable);
}

/** @param write makes the sheet of the colours that the installation chose */
function sheet(path: string, write: (chosen: Record<string, string>) => string): RouteDeclaration {
  return {
    methods: ["GET"],
    path,
    access: anonymous("colours of the installation, which the sign-in page shows"),
    produces: "text/css",
    handle: async ({ services }) => {
      const { theme_info } = await readAppearance(services.settings);
      return {
        body: write(coloursOf(theme_info)),
        type: "text/css; charset=utf-8",
        headers: { "cache-control": "no-cache" },
      };
    },
  };
}

const rule = (selector: string, values: Readonly<Record<string, string>>): string =>
  `${selector} {\n${Object.entries(values)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join("")}}\n`;

/** The theme of the installation as sheets of variables. Contract: docs/contract/conventions.md, "Theme". */
export const themeSheetRoutes: readonly RouteDeclaration[] = [
  sheet("/ui/theme/element-ui.css", (chosen) => rule(":root", { ...own, ...chosen })),
  sheet("/ui/theme/element-extra.css", (chosen) => {
    const values = { ...own, ...chosen };
    return rule(":root", {
      "--link-color": values["--color-primary"] ?? "",
      "--link-hover-color": values["--color-primary-dark"] ?? "",
      "accent-color": values["--color-primary"] ?? "",
    });
  }),
  // For the pages the server makes: their look is the console's, and dark where the system is.
  sheet("/core/theme/pages.css", (chosen) =>
    tokenSheet(darkBySystem, {
      primary: chosen["--color-primary"],
      good: chosen["--color-success"],
      warning: chosen["--color-warning"],
      bad: chosen["--color-danger"],
    }),
  ),
];
