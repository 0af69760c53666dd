import pg from "pg";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { connectionTo } from "./support/database.ts";
import { useStage } from "./support/use-stage.ts";
import { until } from "./support/world.ts";

const LIST = "/ui/console/assets/assets";
const NODES = "/api/v1/assets/nodes/";
const many = 10_000;

/** A row of the tree, by the name of its node. */
const row = (page: Page, name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name} \\(\\d+\\)$`) });

/** Opens or folds a row. */
const turn = (page: Page, name: string) => row(page, name).locator("[data-part=caret]").click();

/** Does something from the menu of a row. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action }).click();
}

describe.skipIf(browserMissing() !== null)("the tree of nodes", () => {
  const stage = useStage();
  const nodes: Record<string, string> = {};

  async function withDatabase(work: (database: pg.Client) => Promise<unknown>): Promise<void> {
    const database = new pg.Client(connectionTo(stage().product));
    await database.connect();
    try {
      await work(database);
    } finally {
      await database.end();
    }
  }

  beforeAll(async () => {
    for (const value of ["Field", "Yard"]) {
      nodes[value] = (await stage().admin.post(NODES, { value })).id;
    }
    await withDatabase(async (database) => {
      await database.query(
        `insert into nodes (org_id, parent_id, key, value, full_value)
         select p.org_id, p.id, p.key || ':' || n, 'rack-' || lpad(n::text, 5, '0'),
           p.full_value || '/rack-' || lpad(n::text, 5, '0')
         from nodes p, generate_series(1, $2::int) n where p.id = $1`,
        [nodes.Field, many],
      );
      await database.query("update nodes set next_child = $2 + 1 where id = $1", [nodes.Field, many]);
      await database.query("analyze nodes");
    });
  });

  async function openList(options = {}, path = LIST) {
    const page = await stage().page(stage().people.admin, options);
    const person = new ConsolePerson(page, stage().url);
    await person.open(path);
    return { page, person };
  }

  it("holds ten thousand nodes in one level: scrolled, searched, and dragged", async () => {
    const { page, person } = await openList();
    await turn(page, "Field");
    await row(page, "rack-00001").waitFor();
    expect(await row(page, "rack-00001").getAttribute("aria-setsize")).toBe(String(many));
    expect(await page.getByRole("treeitem").count()).toBeLessThan(150);

    // By the wheel, somewhere into the middle; by keys, to the end and back.
    const list = page.getByRole("tree", { name: "Asset tree" });
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await until(
      "rows from the middle",
      () => page.getByRole("treeitem").allTextContents(),
      (texts) => texts.some((text) => /rack-0[45]\d\d\d/.test(text)),
    );
    await list.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await row(page, "Default").waitFor();

    await page.getByRole("textbox", { name: "Search tree" }).fill("rack-0777");
    await person.reads("10 matches");
    await row(page, "rack-07770").dragTo(row(page, "Default"));
    const dialog = page.getByRole("dialog", { name: "Move rack-07770 into Default?" });
    await dialog.getByRole("button", { name: "Move here" }).click();
    await person.reads("rack-07770 was moved into Default");
    // It gives the focus back to the tree when it is gone, not before.
    await dialog.waitFor({ state: "hidden" });
    const [moved] = await stage().admin.get(`${NODES}?value=rack-07770`);
    expect(moved.full_value).toBe("/Default/rack-07770");
    await page.getByRole("textbox", { name: "Search tree" }).fill("");
    await until(
      "one node less below the field",
      () => row(page, "rack-00001").getAttribute("aria-setsize"),
      (size) => size === String(many - 1),
    );
    expect(person.complaints).toEqual([]);
  });

  it("does from its menu and by keys what can be done with a node", async () => {
    const { page, person } = await openList();
    await choose(page, "Yard", "Create node");
    const name = page.getByRole("textbox", { name: "Node name" });
    await name.fill("Shed");
    await name.press("Enter");
    await row(page, "Shed").waitFor();
    await row(page, "Shed").click();
    await page.keyboard.press("F2");
    await name.fill("Barn");
    await name.press("Enter");
    await row(page, "Barn").waitFor();

    await choose(page, "Barn", "Add assets to node");
    const picker = page.getByRole("dialog", { name: "Add assets to Barn" });
    await picker.getByRole("checkbox").nth(1).check();
    await picker.getByRole("checkbox").nth(2).check();
    await picker.getByRole("button", { name: "Use selected (2)" }).click();
    await page.getByRole("treeitem", { name: "Barn (2)" }).waitFor();
    await page.getByRole("treeitem", { name: "Yard (2)" }).waitFor();

    await choose(page, "Yard", "Show only the assets of this node");
    await person.reads("Nothing here yet");
    expect(page.url()).toContain("show_current_asset=1");
    await choose(page, "Yard", "Include assets of child nodes");
    await person.reads("1–2 of 2");

    await choose(page, "Barn", "Remove assets from node");
    const chosen = page.getByRole("dialog", { name: "Remove assets from Barn" });
    await chosen.getByRole("checkbox").nth(1).check();
    await chosen.getByRole("button", { name: "Use selected (1)" }).click();
    await page.getByRole("treeitem", { name: "Barn (1)" }).waitFor();

    await choose(page, "Barn", "View node information");
    await person.reads("/Default/Yard/Barn");
    await page.keyboard.press("Escape");

    // With assets in it, it stays; the reason is told.
    await row(page, "Barn").click();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Delete" }).last().click();
    await person.reads(/contains assets/);
    await row(page, "Barn").waitFor();

    await choose(page, "Barn", "Move node…");
    const target = page.getByRole("dialog", { name: "Where do you want to move Barn?" });
    await target.getByRole("treeitem", { name: /^Default/ }).click();
    await target.getByRole("button", { name: "Move here" }).click();
    await page
      .getByRole("dialog", { name: "Move Barn into Default?" })
      .getByRole("button", { name: "Move here" })
      .click();
    await page.getByRole("treeitem", { name: "Yard (0)" }).waitFor();
    expect(await row(page, "Barn").getAttribute("aria-level")).toBe("2");
    expect(person.complaints).toEqual([]);
  });

  it("shows two people the same tree, and tells the later of them", async () => {
    const [first, second] = [await openList(), await openList()];
    const made = await stage().admin.post(NODES, { value: "Loft" });
    await first.page.getByRole("button", { name: "Refresh" }).first().click();
    await second.page.getByRole("button", { name: "Refresh" }).first().click();
    await row(first.page, "Loft").waitFor();
    await row(second.page, "Loft").click();
    await second.page.keyboard.press("F2");
    const name = second.page.getByRole("textbox", { name: "Node name" });
    await name.fill("Attic");
    await name.press("Enter");
    await row(second.page, "Attic").waitFor();

    // While somebody else is in the middle of it, nothing is moved, and the tree is shown as it is by now.
    const drag = async () => {
      await row(first.page, "(Loft|Attic)").dragTo(row(first.page, "Yard"));
      await first.page.getByRole("dialog").getByRole("button", { name: "Move here" }).click();
    };
    await withDatabase(async (database) => {
      await database.query("begin");
      await database.query(
        "select pg_advisory_xact_lock(hashtextextended('tree turn:nodes:' || org_id, 0)) from nodes where id = $1",
        [made.id],
      );
      await drag();
      await first.person.reads("Someone else is changing this right now");
      await row(first.page, "Attic").waitFor();
      await database.query("rollback");
    });
    expect((await stage().admin.get(`${NODES}${made.id}/`)).full_value).toBe("/Default/Attic");
    await drag();
    await first.person.reads("Attic was moved into Yard");

    // What one deletes the other cannot move: told, and gone from sight.
    await stage().admin.raw("DELETE", `${NODES}${made.id}/`);
    await row(second.page, "Attic").dragTo(row(second.page, "Field"));
    await second.page.getByRole("dialog").getByRole("button", { name: "Move here" }).click();
    await row(second.page, "Attic").waitFor({ state: "detached" });
    expect([...first.person.complaints, ...second.person.complaints]).toEqual([]);
  });

  it("is found again as it was left, and shows what an address names", async () => {
    const { page } = await openList();
    await turn(page, "Databases");
    await row(page, "MySQL").waitFor();
    await page.reload();
    await row(page, "MySQL").waitFor();
    const [deep] = await stage().admin.get(`${NODES}?value=rack-09999`);
    const other = await openList({}, `${LIST}?node=${deep.id}`);
    await row(other.page, "rack-09999").waitFor();
    expect(await row(other.page, "rack-09999").getAttribute("aria-selected")).toBe("true");
  });

  it("opens over the list on a phone, and gives way to what was chosen", async () => {
    const { page } = await openList({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByRole("button", { name: "Show the tree" }).tap();
    await row(page, "Databases").tap();
    await page.getByRole("tree").waitFor({ state: "detached" });
    expect(page.url()).toMatch(/\?node=/);
  });
});
