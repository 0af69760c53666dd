import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing, passwordAccountsPossible } from "../server/src/engine/testing/openssh.ts";
import { type Authenticator, bindAuthenticator } from "./support/authenticator.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";
import { buildWorld, linuxPlatform, until, type World } from "./support/world.ts";

const missing =
  browserMissing() ?? opensshMissing() ?? (passwordAccountsPossible() ? null : "accounts need root");
const hosts = ["berth-1", "berth-2", "berth-3"];
const organizationUser = "00000000-0000-0000-0000-000000000007";

describe.skipIf(missing !== null)("accounts by a template, from many assets to the end of a grant", () => {
  let product: Product;
  let world: World;
  let browser: TestBrowser;
  let admin: ConsolePerson;
  const mira = { username: "mira", password: "Quiet-Meadow-77" };

  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
    for (const name of hosts) {
      await world.admin.post(`/api/v1/assets/hosts/?platform=${linuxPlatform}`, {
        name,
        address: "127.0.0.1",
        platform: { pk: linuxPlatform },
        protocols: [{ name: "ssh", port: world.sshd.port }],
      });
    }
    await world.admin.post("/api/v1/accounts/account-templates/", {
      name: "Deck hand",
      username: world.sshd.username,
      secret: world.sshd.password,
    });
    // May look at secrets, which a plain user may not.
    const role = await world.admin.post("/api/v1/rbac/org-roles/", {
      name: "Keeper of secrets",
      scope: "org",
      permissions: await permissionIds(),
    });
    const person = await world.admin.post("/api/v1/users/users/", {
      name: "Mira",
      email: "mira@example.com",
      password_strategy: "custom",
      org_roles: [organizationUser, role.id],
      ...mira,
    });
    await world.admin.post("/api/v1/users/groups/", { name: "Crew", users: [person.id] });
    browser = await openBrowser();
    admin = new ConsolePerson(await browser.context.newPage(), product.url);
    await admin.signIn("admin", adminPassword);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.dispose();
  });

  /** The permissions with which somebody looks at accounts and their secrets in the console. */
  async function permissionIds(): Promise<number[]> {
    const wanted = ["view_console", "view_asset", "view_account", "view_accountsecret"];
    const found = await world.admin.get("/api/v1/rbac/permissions/?limit=2000");
    const all: { id: number; codename: string }[] = found.results ?? found;
    return all.filter(({ codename }) => wanted.includes(codename)).map(({ id }) => id);
  }

  it("are put on all of them, granted to a group with the preview seen, and used until it is over", async () => {
    const { page } = admin;
    await admin.open("/ui/console/accounts/accounts");
    await page.getByRole("button", { name: "Add from template" }).click();
    const add = page.getByRole("dialog", { name: "Add from template" });
    await add.getByRole("button", { name: "Add", exact: true }).waitFor();
    for (const name of hosts) await admin.choose("Assets", name);
    await admin.choose("Template", "Deck hand");
    await add.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog", { name: "Results" }).getByText("3 assets · Created 3").waitFor();

    await admin.open("/ui/console/perms/asset-permissions/create");
    await admin.fill("Name", "crew-on-berths");
    await admin.choose("User groups", "Crew");
    for (const name of hosts) await admin.choose("Assets", name);
    await admin.save();
    const preview = page.getByRole("dialog", { name: "Create this permission?" });
    await preview.getByText("3 combinations of user, asset and account will be added").waitFor();
    await preview.getByRole("button", { name: "Save", exact: true }).click();
    await admin.reads("crew-on-berths was created");

    const { member, phone } = await memberWithAuthenticator();
    await seesTheSecret(member, phone);
    await member.open("/luna/");
    await member.page.getByLabel("Search assets").first().fill("berth-2");
    await member.page
      .getByRole("treeitem", { name: /berth-2/ })
      .first()
      .click();
    const dialog = member.page.getByRole("dialog", { name: /berth-2/ });
    await dialog.getByRole("button", { name: "Connect" }).click();
    await member.terminalShows("$");
    await member.page.keyboard.type("echo aboard-$((40+2))\n");
    await member.terminalShows("aboard-42");
    const [session] = await until(
      "the running session",
      () => world.admin.get("/api/v1/terminal/sessions/?is_finished=0&search=Mira"),
      (found) => found.length === 1,
    );

    const [permission] = await world.admin.get("/api/v1/perms/asset-permissions/?name=crew-on-berths");
    await world.admin.patch(`/api/v1/perms/asset-permissions/${permission.id}/`, {
      date_expired: new Date(Date.now() + 4_000).toISOString(),
    });
    await member.terminalShows("expires in 1 min");
    await member.reads("The session has ended");
    await until(
      "the end of the session",
      () => world.session(session.id),
      ({ is_finished }) => is_finished,
    );
    expect([...admin.complaints, ...member.complaints]).toEqual([]);
  });

  /** The member binds an authenticator and signs in with a code of it. */
  async function memberWithAuthenticator(): Promise<{ member: ConsolePerson; phone: Authenticator }> {
    const phone = await bindAuthenticator(product.url, mira);
    const profile = await browser.profile();
    const page = await profile.newPage();
    const member = new ConsolePerson(page, product.url);
    await page.goto(`${product.url}/ui/`);
    await page.waitForURL(/\/core\/auth\/login\//);
    await page.getByLabel("Username").fill(mira.username);
    await page.getByLabel("Password").fill(mira.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Code", { exact: true }).fill(phone.next());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/ui\//);
    await member.completeAccount();
    await member.reads("Saved");
    return { member, phone };
  }

  /** In the console the secret is shown after another code, and not before. */
  async function seesTheSecret(member: ConsolePerson, phone: Authenticator): Promise<void> {
    const { page } = member;
    await member.open("/ui/console/accounts/accounts?search=berth-2");
    await member.row("berth-2").getByText("View secret").click();
    const question = page.getByRole("dialog", { name: "Confirm your identity" });
    await question.getByLabel("Verification code").waitFor();
    expect((await page.content()).includes(world.sshd.password)).toBe(false);
    await question.getByLabel("Verification code").fill(phone.next());
    const secret = page.getByRole("dialog", { name: /^Secret of/ }).getByRole("textbox");
    await secret.waitFor();
    expect(await secret.inputValue()).toBe(world.sshd.password);
  }
});
