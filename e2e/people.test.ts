import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { describeAccess } from "./people/access.ts";
import { describeButtons } from "./people/buttons.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

const password = "Quiet-Meadow-77";

describe.skipIf(browserMissing() !== null)("people: organizations, roles, users, license", () => {
  const stage = useStage();

  /** The numbers by which roles hold codes. */
  async function numbersOf(...codes: readonly string[]): Promise<number[]> {
    const known: { id: number; codename: string; content_type: { app_label: string } }[] =
      await stage().admin.get("/api/v1/rbac/permissions/?scope=org");
    return codes.map((code) => {
      const found = known.find((one) => `${one.content_type.app_label}.${one.codename}` === code);
      if (found === undefined) throw new Error(`no role of organizations holds ${code}`);
      return found.id;
    });
  }

  const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });
  const entry = (page: Page, name: string) => menu(page).getByRole("link", { name, exact: true });

  it("an organization, a role and a user in it: who signs in sees what the role gives, and only while it does", async () => {
    const { admin, url } = stage();
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, url);

    // From the choice of the organization to a new one, and into it.
    await person.open("/ui/console/dashboard");
    await page.getByRole("combobox", { name: "Organization" }).click();
    await page.locator(".ant-select-item-option", { hasText: "Create organization" }).click();
    await page.waitForURL(/\/ui\/settings\/orgs\/create/);
    await person.fill("Name", "Harbour");
    await person.save();
    await person.reads("Harbour was created");
    const row = person.row("Harbour");
    await row.getByRole("button", { name: "Actions for Harbour" }).click();
    await page.getByRole("menuitem", { name: "Switch to this organization" }).click();
    await page.waitForURL(/\/ui\/console\/dashboard/);
    await page.locator(".organization-select", { hasText: "Harbour" }).waitFor();

    const permissions = await numbersOf("rbac.view_console", "users.view_usergroup");
    const role = await admin.post("/api/v1/rbac/org-roles/", { name: "Watch", scope: "org", permissions });

    await entry(page, "Users").click();
    await page.getByRole("button", { name: "Create user" }).first().click();
    await person.fill("Name", "Nora Quay");
    await person.fill("Username", "nora-quay");
    await person.fill("Email", "nora-quay@example.com");
    await person.fill("Password", password);
    await page.getByRole("switch", { name: "Change password at next sign-in" }).click();
    await page.locator("[data-field=org_roles] .ant-select-selection-item-remove").click();
    await person.choose("Organization roles", "Watch");
    await person.save();
    await person.reads("Nora Quay was created");
    await person.row("nora-quay").getByText("Watch").waitFor();
    expect(await page.getByRole("link", { name: "Tom Okafor" }).count()).toBe(0);

    // She sees what the role gives.
    const hers = new ConsolePerson(await stage().page(null), url);
    await hers.signIn("nora-quay", password);
    await hers.completeAccount();
    await entry(hers.page, "User groups").click();
    await hers.reads("Nothing here yet");
    expect(await entry(hers.page, "Users").count()).toBe(0);
    expect(await entry(hers.page, "Assets").count()).toBe(0);
    expect(await hers.page.getByRole("button", { name: "Create user group" }).count()).toBe(0);
    expect(await hers.page.getByRole("button", { name: "System settings" }).count()).toBe(0);

    // The role changes: the next click obeys, and the menu follows.
    await admin.patch(`/api/v1/rbac/org-roles/${role.id}/`, {
      permissions: await numbersOf("rbac.view_console", "users.view_user"),
    });
    await hers.page.getByRole("button", { name: "Refresh", exact: true }).click();
    await hers.reads("You do not have access to this page");
    await entry(hers.page, "Users").click();
    await hers.row("nora-quay").waitFor();
    expect(await entry(hers.page, "User groups").count()).toBe(0);

    // An organization is not deleted while it holds somebody; who is taken out of it is out with the next click.
    await person.open("/ui/settings/orgs");
    await person.row("Harbour").getByRole("link", { name: "Harbour" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Only an empty organization can be deleted").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await person.reads("The organization still contains users. Move or delete them first.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("tab", { name: "Members" }).click();
    await page.getByRole("button", { name: "Invite users" }).click();
    const invitation = page.getByRole("dialog", { name: "Invite users to Harbour" });
    for (const [label, text] of [
      ["Users", "Tom Okafor"],
      ["Roles in this organization", "Watch"],
    ] as const) {
      await invitation.getByLabel(label, { exact: true }).click();
      await page.keyboard.type(text);
      await page.locator(".ant-select-item-option", { hasText: text }).click();
      await page.keyboard.press("Escape");
    }
    await invitation.getByRole("button", { name: "Invite" }).click();
    await person.reads("1 user was invited");
    await person.row("Tom Okafor").getByText("Watch").waitFor();
    await person.row("nora-quay").getByRole("button", { name: "Remove from organization" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await person.reads("Nora Quay was removed from the organization");
    await hers.page.getByRole("button", { name: "Refresh", exact: true }).click();
    await hers.reads("You are not in an organization yet");
    expect(hers.complaints).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  it("what is done to somebody from their page is seen there, and by them", async () => {
    const { url } = stage();
    const other = await stage().newPerson();
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, url);
    await person.open(`/ui/console/users/${other.id}?activeTab=UserInfo`);

    const groups = page.locator(".relation-card", { hasText: "User groups" });
    await groups.getByRole("combobox").click();
    await page.locator(".ant-select-item-option", { hasText: "Operations" }).click();
    await page.keyboard.press("Escape");
    await groups.getByRole("button", { name: "Add", exact: true }).click();
    await groups.getByRole("link", { name: "Operations" }).waitFor();
    await groups.getByRole("button", { name: "Remove Operations" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await groups.getByText("None yet").waitFor();

    const roles = page.locator(".relation-card", { hasText: "Roles in Default" });
    const last = roles.getByRole("button", { name: "Remove Organization user" });
    expect(await last.isEnabled()).toBe(false);
    await roles.getByRole("combobox").click();
    await page.locator(".ant-select-item-option", { hasText: "Organization auditor" }).click();
    await page.keyboard.press("Escape");
    await roles.getByRole("button", { name: "Add", exact: true }).click();
    await roles.getByText("Organization auditor").waitFor();
    await last.click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await roles.getByText("Organization user").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Set", exact: true }).click();
    const secret = "Lantern-Over-Quay-9";
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(secret);
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await person.reads(/^The password of .* was set$/);
    expect((await page.content()).includes(secret)).toBe(false);

    const theirs = new ConsolePerson(await stage().page(null), url);
    await theirs.signIn(other.username, secret);
    await theirs.page.waitForURL(/\/ui\/audit\//);

    await page.getByRole("switch", { name: "Active" }).click();
    await person.reads("Cannot sign in");
    expect(person.complaints).toEqual([]);
  });

  it("a license that does not hold is refused with the reason, and the one in force stays", async () => {
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, stage().url);
    await person.open("/ui/settings/license");
    await person.reads(/^Valid$/);
    const choose = page.locator(".file-drop input");
    const file = (name: string, text: string) => ({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
    await choose.setInputFiles(file("notes.lic", "no license at all"));
    await person.reads("notes.lic was rejected");
    await person.reads("This is not a license file. Choose the file you received.");
    await choose.setInputFiles(file("large.lic", "x".repeat(17_000)));
    await person.reads("large.lic is larger than 16 KiB and cannot be a license.");
    await person.reads(/^Valid$/);
    expect(person.complaints).toEqual([]);
  });

  describeButtons(stage);
  describeAccess(stage);
});
