import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seedSessions } from "../server/src/testing/seeded-sessions.ts";
import { useStage } from "./support/use-stage.ts";

const phrase = "ledger of the third quarter 四半期決算";
const count = 500;
const seen = 317;
const second = 3;

/** The product's command on a data folder; killed without a chance to tidy up once it says something like that. */
async function indexRecordings(dataFolder: string, options: string[] = [], killedAt?: RegExp): Promise<void> {
  const main = join(import.meta.dirname, "../server/dist/main.js");
  const child = spawn(process.execPath, [main, "recordings", "index", ...options], {
    env: { PATH: process.env.PATH, SALLYPORT_DATA: dataFolder },
  });
  let said = "";
  const listen = (text: Buffer) => {
    said += text.toString();
    if (killedAt?.test(said) === true) child.kill("SIGKILL");
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  await once(child, "close");
  if (killedAt === undefined) expect(said).toMatch(/Looked at \d+ recordings/);
}

describe("finding a moment in all recordings", () => {
  const stage = useStage();

  it("leads from a phrase that stood on the screen for a second to that second of one in 500 recordings", async () => {
    const { product, people, url, admin } = stage();
    const ids = await seedSessions(
      product.dataFolder,
      Array.from({ length: count }, (_, number) => ({
        ...{ user: "Tom Okafor(operator)", asset: `web-${number}(192.0.2.1)`, account: "deploy(deploy)" },
        started: new Date(Date.now() - 3_600_000 * (number + 1)),
        texts: [
          `deploy@web-${number}:~$ tail -f app.log\r\n`,
          `request ${number * 7919} served in ${number % 90} ms\r\n`,
          "\u001b[2J\u001b[H",
          number === seen ? `\u001b[2J\u001b[H${phrase}` : "waiting",
          "\u001b[2J\u001b[H",
          "deploy@web:~$ exit\r\n",
        ],
      })),
    );
    // The product indexes too: which of them comes to a recording first makes no difference.
    await indexRecordings(product.dataFolder, ["--rebuild"], /100 recordings/);
    await indexRecordings(product.dataFolder);
    const state = await admin.get("/api/v1/sallyport/moments/state/");
    expect(state.recordings).toBeGreaterThan(count);
    expect(state.indexed).toBe(state.recordings);

    const page = await stage().page(people.auditor, { viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/ui/audit/sessions/moments`);
    await page.getByRole("searchbox", { name: "Text to find in recordings" }).fill("THIRD quarter 四半");
    await page.keyboard.press("Enter");
    const hit = page.getByRole("link", { name: /ledger of the/ });
    await hit.waitFor();
    expect(await hit.locator("mark").textContent()).toBe("third quarter 四半");
    expect(await hit.getAttribute("href")).toBe(`/luna/replay/${ids[seen]}?at=${second}`);
    await page.getByText("1 session. All recordings were searched.").waitFor();
    const [player] = await Promise.all([page.context().waitForEvent("page"), hit.click()]);
    await player.locator(".xterm-rows", { hasText: "ledger of the third quarter" }).first().waitFor();

    // Nothing was covered twice, and nothing was left out.
    await page.goto(`${url}/ui/audit/sessions/moments?text=served+in+17+ms`);
    await page.getByText(/^\d+ sessions?\. All recordings were searched\.$/).waitFor();
    const hits = await page.getByRole("link", { name: /served in 17 ms/ }).count();
    expect(hits).toBe(
      Array.from({ length: count }, (_, number) => number % 90).filter((n) => n === 17).length,
    );
  }, 300_000);

  it("is offered by the palette for whatever is typed", async () => {
    const { people, url } = stage();
    const page = await stage().page(people.auditor, { viewport: { width: 390, height: 844 } });
    await page.goto(`${url}/ui/audit/sessions/sessions`);
    await page.getByRole("tab", { name: "Finished" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("upstream timed out");
    await page.getByRole("option", { name: "Find “upstream timed out” in recordings" }).click();
    await page.waitForURL(/\/audit\/sessions\/moments\?text=upstream\+timed\+out/);
    await page
      .getByRole("link", { name: /upstream timed out/ })
      .first()
      .waitFor();
  });
});
