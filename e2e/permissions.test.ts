import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

const missing = browserMissing() ?? opensshMissing();
const grants = "/api/v1/perms/asset-permissions/";

describe.skipIf(missing !== null)("a permission, from the preview to its end", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let person: ConsolePerson;
  let memberId: string;
  let groupId: string;
  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    const [own] = await world.admin.get(grants);
    await world.admin.raw("DELETE", `${grants}${own.id}/`);
    const [member] = await world.admin.get(`/api/v1/users/users/?username=${world.username}`);
    memberId = member.id;
    const group = await world.admin.post("/api/v1/users/groups/", { name: "Crew", users: [memberId] });
    groupId = group.id;
    browser = await openBrowser();
    person = new ConsolePerson(await browser.context.newPage(), product.url);
    await person.signIn("admin", adminPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.dispose();
  });

  const explained = `/ui/console/perms/explain`;
  const connect = () => world.connect();
  const endOf = async (id: string) =>
    until(
      "the end of the session",
      () => world.session(id),
      ({ is_finished }) => is_finished,
    );

  it("tells which rules fit, and what a rule would have done before it is saved", async () => {
    const { page } = person;
    const rules = "/api/v1/acls/login-acls/";
    await person.open("/ui/console/perms/login-acls/create");
    await person.fill("Name", "nobody-comes-in");
    await person.save();
    const dialog = page.getByRole("dialog", { name: "Create this rule?" });
    await dialog.getByText(/sign-ins? would have been refused/).waitFor();
    await dialog.getByRole("link", { name: "admin", exact: true }).first().waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await world.admin.get(rules)).length).toBe(0);

    const about = { users: { type: "ids", ids: [memberId] }, rules: { ip_group: ["192.0.2.0/24"] } };
    const rule = await world.admin.post(rules, { name: "not-from-there", ...about });
    await person.open(`${explained}?user=${memberId}&asset=${world.hostId}&from=192.0.2.9`);
    await person.reads("An access rule rejects it.");
    await page.getByRole("link", { name: "not-from-there" }).waitFor();
    await person.open(`${explained}?user=${memberId}&asset=${world.hostId}&from=198.51.100.1`);
    await page.getByRole("heading", { name: "Rules that apply" }).waitFor();
    expect(await page.getByRole("link", { name: "not-from-there" }).count()).toBe(0);
    await world.admin.raw("DELETE", `${rules}${rule.id}/`);
  });

  it("says what it adds before it is saved, lets members in, and ends their sessions when it is over", async () => {
    const { page } = person;
    await person.open(`${explained}?user=${memberId}&asset=${world.hostId}`);
    await person.reads("Ada(");
    await person.reads(/cannot connect to web-/);
    await person.reads("No asset permission covers both");

    await person.open(`/ui/console/perms/asset-permissions/create?asset_id=${world.hostId}`);
    await person.fill("Name", "crew-on-web");
    await person.choose("User groups", "Crew");
    await person.save();
    const dialog = page.getByRole("dialog", { name: "Create this permission?" });
    await dialog.getByText("1 combination of user, asset and account will be added").waitFor();
    expect((await world.admin.get(grants)).length).toBe(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await world.admin.get(grants)).length).toBe(0);
    await person.saveGrant("crew-on-web");

    await person.open(`${explained}?user=${memberId}&asset=${world.hostId}`);
    await person.reads(/can connect to web-/);
    await page.getByRole("link", { name: "Crew", exact: true }).waitFor();

    const session = await connect();
    const [permission] = await world.admin.get(grants);
    const address = `${grants}${permission.id}/`;

    // Switching it off would end the session: that is said first, and nothing happens yet.
    await person.open(`/ui/console/perms/asset-permissions/${permission.id}`);
    await page.getByRole("switch", { name: "Active" }).click();
    const question = page.getByRole("dialog", { name: "Disable this permission?" });
    await question.getByText("1 active session will end immediately").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect((await world.session(session.sessionId)).is_finished).toBe(false);

    const soon = new Date(Date.now() + 4_000).toISOString();
    await world.admin.patch(address, { date_expired: soon });
    await session.see(/expires in 1 min/);
    await session.see("has expired");
    expect(await endOf(session.sessionId)).toMatchObject({ is_finished: true, has_replay: true });
    await person.open(`${explained}?user=${memberId}&asset=${world.hostId}`);
    await person.reads(/cannot connect to web-/);
    await person.reads(/Expired/);

    await world.admin.patch("/api/v1/settings/setting/?category=security_session", {
      SECURITY_SESSION_END_WITH_PERMISSION: false,
    });
    await world.admin.patch(address, { date_expired: new Date(Date.now() + 3_600_000).toISOString() });
    const kept = await connect();
    await world.admin.patch(address, { is_active: false });
    await expect(connect()).rejects.toThrow();
    kept.type("echo still-$((40+2))\r");
    await kept.see("still-42");
    await kept.close();
    expect(person.complaints).toEqual([]);
  });

  it("is shown and changed on its page, and on those of the user, the group and the asset", async () => {
    const { page } = person;
    const [permission] = await world.admin.get(grants);
    await world.admin.patch(`${grants}${permission.id}/`, { is_active: true });
    await person.open(`/ui/console/perms/asset-permissions/${permission.id}`);
    await page.getByRole("tab", { name: "Users and groups" }).click();
    await page.getByRole("link", { name: /^Ada\(/ }).waitFor();
    await page.getByText("through a group").waitFor();
    await page.getByRole("button", { name: "Remove Crew" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove Crew from this permission?" });
    await dialog.getByText("1 combination of user, asset and account will be removed").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await person.reads("This permission has no users yet.");
    await person.choose("Select User groups", "Crew");
    await page.getByRole("button", { name: "Add", exact: true }).last().click();
    await page
      .getByRole("dialog", { name: "Save this permission?" })
      .getByRole("button", { name: "Save" })
      .click();
    await page.getByRole("link", { name: "Crew", exact: true }).waitFor();

    await page.getByRole("tab", { name: "Accounts" }).click();
    await person.row(world.sshd.username).first().waitFor();
    await person.open(`/ui/console/assets/assets/${world.hostId}`);
    await page.getByRole("tab", { name: "Permitted users" }).click();
    await person.row("Ada").first().waitFor();
    await person.open(`/ui/console/groups/${groupId}`);
    await page.getByRole("tab", { name: "Granted assets" }).click();
    await person.row("web-").first().waitFor();
    expect(person.complaints).toEqual([]);
  });

  it("gives its people their assets, with favourites and accounts", async () => {
    const profile = await browser.profile();
    const page = await profile.newPage();
    const member = new ConsolePerson(page, product.url);
    await member.signIn(world.username, world.password);
    await member.open("/ui/workbench/assets");
    const row = member.row("web-").first();
    await row.getByRole("button", { name: /^Show/ }).click();
    await row.getByText(world.sshd.username).waitFor();
    await row.getByRole("button", { name: /^Add web-/ }).click();
    await row.getByRole("button", { name: /^Remove web-/ }).waitFor();
    await page.getByRole("treeitem", { name: /^Favorite ?\(1\)/ }).waitFor();
    expect(await row.getByRole("link", { name: /^Connect to web-/ }).getAttribute("href")).toBe(
      `/luna/?login_to=${world.hostId}`,
    );
    await member.open("/ui/workbench/home");
    await member.reads("Recent sessions");
    await page
      .getByRole("link", { name: /^Connect to web-/ })
      .first()
      .waitFor();
    await member.open("/luna/");
    await page.getByRole("treeitem", { name: /web-/ }).last().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Remove from favorites" }).click();
    await page.getByRole("treeitem", { name: /^Favorite ?\(0\)/ }).waitFor();
    expect(member.complaints).toEqual([]);
  });

  it("is begun from the palette, and a session it opened is ended from there", async () => {
    const { page } = person;
    const palette = page.getByRole("dialog", { name: "Command palette" });
    const type = async (text: string): Promise<void> => {
      await page.getByRole("button", { name: "Command palette" }).waitFor();
      await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(text);
    };
    await person.open("/ui/console/dashboard");
    await type("grant web- to crew");
    await palette.getByRole("option", { name: /^Grant Crew access to web-/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/asset-permissions\/create\?/);
    expect(new URL(page.url()).search).toBe(`?asset_id=${world.hostId}&group_id=${groupId}`);
    await person.fill("Name", "crew-from-palette");
    await person.saveGrant("crew-from-palette");

    const session = await connect();
    await person.open("/ui/console/dashboard");
    await type("disc");
    await palette.getByRole("option", { name: /^Terminate a session/ }).waitFor();
    await page.keyboard.press("Enter");
    await palette.getByRole("option", { name: /^Ada\(.*Running/ }).waitFor();
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog").filter({ hasText: "Ada(" });
    expect((await world.session(session.sessionId)).is_finished).toBe(false);
    await question.getByRole("button", { name: "Terminate" }).click();
    expect(await endOf(session.sessionId)).toMatchObject({ is_finished: true });
    expect(person.complaints).toEqual([]);
  });
});
