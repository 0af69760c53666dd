import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Only what is wrong is told, and no file is fetched for it a second time. */
const cheap = {
  resultTypes: ["violations"],
  selectors: false,
  preload: false,
  iframes: false,
} satisfies RunOptions;

/** What WCAG asks for; of what is found, what shuts people out counts. */
const everything: RunOptions = {
  ...cheap,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};

/** The only rule whose outcome depends on the theme. */
const contrast: RunOptions = { ...cheap, runOnly: ["color-contrast"] };

/** Rows of a table are drawn alike: three of them stand for the others. */
const FURTHER_ROWS = "tbody tr:nth-child(n + 4)";

type Axe = { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };

/**
 * What axe finds of serious or critical impact.
 *
 * @param within selector of the part that is looked at
 * @param only `contrast` where all else was looked at in another theme
 */
export async function seriousFindings(
  page: Page,
  within: string,
  only: "everything" | "contrast" = "everything",
): Promise<string[]> {
  await prepare(page);
  return await page.evaluate(
    async ([include, exclude, options]) => {
      const { axe } = window as unknown as { readonly axe: Axe };
      const { violations } = await axe.run({ include, exclude }, options);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`),
        );
    },
    [within, FURTHER_ROWS, only === "contrast" ? contrast : everything] as const,
  );
}

/** Brings axe into a page that has not got it, and stops what moves: a colour on its way to another has neither's contrast. */
async function prepare(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await page.evaluate(axeSource);
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important }");
    document.adoptedStyleSheets.push(still);
  });
}
