import { openConsolePage } from "../fixtures/console-page.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { installRenderCounter, type RenderCount } from "../fixtures/render-counter.ts";
import { judged, type Row, unmeasured } from "../table.ts";

const name = "shell components drawn while typing 20 characters in a form";
const target = "0";
const text = "Ada Lovelace, London";

/** Types into the form of a user and counts what React draws outside the page: nothing there depends on a form. */
export async function measureShellRenders(fixtures: Fixtures): Promise<Row[]> {
  const missing = fixtures.browserMissing ?? fixtures.worldMissing;
  if (missing !== null) return [unmeasured(name, missing, target)];
  const tab = await openConsolePage(fixtures);
  try {
    await tab.page.addInitScript(installRenderCounter);
    await tab.open("/ui/console/users/create");
    const loading = await tab.page.evaluate(() => window.renderCount);
    if (loading.shell === 0) throw new Error("the counter did not see the shell being drawn");
    await tab.page.getByLabel("Name", { exact: true }).click();
    await tab.page.evaluate(() => Object.assign(window.renderCount, { commits: 0, page: 0, shell: 0 }));
    await tab.page.keyboard.type(text, { delay: 20 });
    const drawn: RenderCount = await tab.page.evaluate(() => window.renderCount);
    if (drawn.page === 0) throw new Error("the counter did not see the form being drawn");
    return [
      judged(name, String(drawn.shell), target, drawn.shell === 0, {
        beside: `of the page ${drawn.page}, in ${drawn.commits} updates`,
      }),
    ];
  } finally {
    await tab.close();
  }
}
