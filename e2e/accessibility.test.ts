import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { browserMissing } from "./support/browser.ts";
import { makeRulesAndTickets } from "./support/rules-and-tickets.ts";
import { type ScreenAddress, ScreenWalk } from "./support/screen-walk.ts";
import { useStage } from "./support/use-stage.ts";

const missing = browserMissing();

const screens: readonly ScreenAddress[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../console/src/app/screen-addresses.json"), "utf8"),
);

/** The address of a ticket that leads to the page of its kind. */
const redirecting = ["TicketDetail"];

/** Pages of rules and tickets that need an object, of each of which there is one. */
const rulesAndTickets = /^\/console\/perms\/.*acls\/:id|^\/tickets\/.*:id/;

/** A text by its key, which nobody has loaded. */
const unloadedText = /[a-z]+\.@[A-Z]+|(acls|tickets|granting|permissions|kit|routes):[a-z][\w.]+/;

/** Screens behind a setting that is off. */
const switchedOff = ["TemporaryPasswordList"];

describe.skipIf(missing !== null)(
  `every page for everybody${missing === null ? "" : ` (${missing})`}`,
  () => {
    const stage = useStage();

    /** What is wrong with a part of a page, in both themes. */
    async function findingsOf(page: Page, within: string): Promise<string[]> {
      await page.emulateMedia({ colorScheme: "light" });
      await page.locator("html[data-theme=light]").waitFor();
      const light = await seriousFindings(page, within);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator("html[data-theme=dark]").waitFor();
      const dark = await seriousFindings(page, within, "contrast");
      return [...light, ...dark.map((finding) => `dark: ${finding}`)];
    }

    test("axe finds nothing serious on any screen, in both themes", { timeout: 600_000 }, async () => {
      const mailed = await makeRulesAndTickets(stage());
      const page = await stage().page(stage().people.admin, {
        viewport: { width: 1440, height: 900 },
        reducedMotion: "reduce",
        colorScheme: "light",
      });
      const walk = new ScreenWalk(page, screens);
      const found: string[] = [];
      await page.goto(`${stage().url}/ui/console/users`);
      await walk.untilDrawn();
      for (const finding of await findingsOf(page, "body")) found.push(`frame: ${finding}`);
      for await (const name of walk.visitAll()) {
        for (const finding of await findingsOf(page, "main")) found.push(`${name}: ${finding}`);
        const [key] = unloadedText.exec((await page.locator("main").textContent()) ?? "") ?? [];
        if (key !== undefined) found.push(`${name}: ${key} is not loaded`);
        // The page scrolls within its frame: more below the window would be blank.
        if (await page.evaluate(() => document.documentElement.scrollHeight > innerHeight))
          found.push(`${name}: is longer than the window`);
      }
      await page.goto(`${stage().url}/ui/console/perms/login-asset-acls/create`);
      await page.getByLabel("Name", { exact: true }).fill("Nobody connects");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Save rule" }).waitFor();
      for (const finding of await findingsOf(page, "[role=dialog]")) found.push(`preview: ${finding}`);
      await page.goto(`${stage().url}${mailed}`);
      await page.getByRole("button", { name: "Approve" }).waitFor();
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme });
        for (const finding of await seriousFindings(page, "body")) found.push(`mailed, ${theme}: ${finding}`);
      }
      expect(found).toEqual([]);
      // Of some kinds of objects the demonstration has none; every list and every form of a new one is there.
      expect(walk.missed.filter(({ path }) => !path.includes(":id")).map(({ name }) => name)).toEqual(
        switchedOff,
      );
      expect(walk.missed.filter(({ path }) => rulesAndTickets.test(path)).map(({ name }) => name)).toEqual(
        redirecting,
      );
      expect(walk.missed.length).toBeLessThan(screens.length / 4);
    });

    test("nor on the pages outside of the console", async () => {
      const page = await stage().page(null, { reducedMotion: "reduce", colorScheme: "light" });
      for (const path of ["/core/auth/login/", "/core/auth/password/forget/previewing/", "/nowhere/"]) {
        await page.goto(`${stage().url}${path}`);
        for (const theme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: theme });
          expect(await seriousFindings(page, "body"), `${path} ${theme}`).toEqual([]);
        }
      }
      const connect = await stage().page(stage().people.admin, {
        reducedMotion: "reduce",
        colorScheme: "light",
      });
      await connect.goto(`${stage().url}/luna/`);
      await connect.getByRole("treeitem").first().waitFor();
      expect(await findingsOf(connect, "body")).toEqual([]);
    });

    test("nothing moves for people who ask their system for less motion", async () => {
      /** What moved, and for longer than a frame, while things were opened and closed. */
      const movedWith = async (reducedMotion: "reduce" | "no-preference"): Promise<string[]> => {
        const page = await stage().page(stage().people.admin, { reducedMotion });
        await page.addInitScript(() => {
          const moved: string[] = [];
          Object.assign(window, { moved });
          const note = (event: Event) => {
            const element = event.target as Element;
            for (const animation of element.getAnimations({ subtree: true })) {
              const { duration } = animation.effect?.getComputedTiming() ?? {};
              if (Number(duration) > 20) moved.push(`${event.type} of ${element.className}`);
            }
          };
          for (const type of ["animationstart", "transitionrun"]) addEventListener(type, note, true);
        });
        await page.goto(`${stage().url}/ui/console/perms/login-acls`);
        await page.getByRole("heading", { name: "Sign-in rules" }).waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "hidden" });
        await page.getByRole("button", { name: "Create sign-in rule" }).first().click();
        // By a key: what the form still loads may move it under a pointer.
        await page.getByLabel("By attribute").press("Space");
        await page.getByRole("button", { name: "Add rule" }).click();
        await page.getByRole("dialog", { name: "Attribute rule" }).waitFor();
        return page.evaluate(() => (window as unknown as { moved: string[] }).moved);
      };
      expect(await movedWith("reduce")).toEqual([]);
      // Else nothing would be seen of what moves.
      expect(await movedWith("no-preference")).not.toEqual([]);
    });

    test("an error is read whole on a phone, also one without a place to break", async () => {
      const page = await stage().page(stage().people.admin, { viewport: { width: 390, height: 780 } });
      const reason = `No route to ${"replica-".repeat(12)}.example.com: the host key ${"uNiVztksCsDhcc0u".repeat(6)} is unknown.`;
      const answers: Record<string, { status: number; json: unknown }> = {
        GET: { status: 503, json: { detail: reason } },
        POST: { status: 400, json: { name: [reason], non_field_errors: [reason] } },
      };
      await page.route(/\/api\/v1\/users\/groups\/(\?|$)/, async (route) => {
        const answer = answers[route.request().method()];
        await (answer === undefined ? route.fallback() : route.fulfill(answer));
      });
      /** Of each place that says it, whether it stands within the window and within what holds it. */
      const isWhole = () =>
        page.getByText(reason).evaluateAll((shown) =>
          shown
            .filter((element) => element.checkVisibility())
            .map((element) => {
              const { left, right } = element.getBoundingClientRect();
              return left >= 0 && right <= innerWidth && element.scrollWidth <= element.clientWidth + 1;
            }),
        );
      await page.goto(`${stage().url}/ui/console/groups`);
      await page.getByText(reason).first().waitFor();
      expect(await isWhole()).toEqual([true]);
      await page.goto(`${stage().url}/ui/console/groups/create`);
      await page.getByLabel("Name", { exact: true }).fill("night shift");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText(reason).nth(1).waitFor();
      const places = await isWhole();
      expect(places.length).toBeGreaterThan(1);
      expect(places).not.toContain(false);
    });

    test("an input without a name and a text too faint are found", async () => {
      const page = await stage().page(stage().people.admin, { reducedMotion: "reduce" });
      await page.goto(`${stage().url}/ui/console/users`);
      await new ScreenWalk(page, screens).untilDrawn();
      await page
        .locator("main input[aria-label]")
        .first()
        .evaluate((input) => {
          for (const name of ["aria-label", "title", "placeholder"]) input.removeAttribute(name);
        });
      await page.locator("main h1").evaluate((heading) => {
        heading.style.color = "#ccc";
        heading.style.background = "#fff";
      });
      const found = await seriousFindings(page, "main");
      expect(found.map((finding) => finding.split(":")[0])).toEqual(
        expect.arrayContaining(["label", "color-contrast"]),
      );
    });
  },
);
