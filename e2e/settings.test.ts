import { generateKeyPairSync } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ApiClient } from "./support/api.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

const security = (tab: string): string => `/ui/settings/security?activeTab=${tab}`;

describe.skipIf(browserMissing() !== null)("settings", () => {
  const stage = useStage();

  const administrator = async (): Promise<ConsolePerson> =>
    new ConsolePerson(await stage().page(stage().people.admin), stage().url);
  const toggle = (page: Page, name: string) => page.getByRole("switch", { name, exact: true });
  const isOn = async (page: Page, name: string) =>
    (await toggle(page, name).getAttribute("aria-checked")) === "true";

  it("a stricter password policy counts for the next password anybody sets", async () => {
    const { url, product } = stage();
    const somebody = await stage().newPerson();
    const theirs = await ApiClient.signIn(product.url, somebody.username, somebody.password);
    const change = (next: string) =>
      theirs.raw("PUT", "/api/v1/users/profile/password/", {
        old_password: somebody.password,
        new_password: next,
        new_password_again: next,
      });

    const person = await administrator();
    await person.open(security("SecurityPassword"));
    await person.fill("Minimum length", "14");
    await toggle(person.page, "Require a digit").click();
    await person.save();
    await person.reads("Saved. The change takes effect immediately.");

    const refused = await change("Quiet-Meadow");
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([400, ["new_password"]]);
    // The console tells the new rules without being loaded again.
    const hers = new ConsolePerson(await stage().page(somebody), url);
    await hers.open("/ui/profile/setting?activeTab=PasswordUpdate");
    await hers.page.getByLabel("New password", { exact: true }).fill("short");
    await hers.reads("At least 14 characters");
    expect((await change("Quiet-Meadow-78-now")).status).toBe(200);

    await person.fill("Minimum length", "12");
    await toggle(person.page, "Require a digit").click();
    await person.save();
    await expect
      .poll(async () => (await stage().admin.get("/api/v1/settings/public/")).PASSWORD_RULE)
      .toMatchObject({ SECURITY_PASSWORD_MIN_LENGTH: 12, SECURITY_PASSWORD_NUMBER: false });
    expect(person.complaints).toEqual([]);
    expect(hers.complaints).toEqual([]);
  });

  it("a picture chosen for a provider stands on its button as long as it is not taken away", async () => {
    const { url, admin } = stage();
    await admin.patch("/api/v1/settings/setting/?category=oauth2", { AUTH_OAUTH2: true });
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/settings/auth?activeTab=OAuth2");
    const bytes = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
    const file = page.locator(".provider-logo input[type=file]");
    await file.setInputFiles({ name: "note.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await page.locator(".provider-logo").getByRole("alert").waitFor();
    await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: bytes });
    await page.getByRole("img", { name: "Current logo" }).waitFor();
    const visitor = await stage().page(null);
    const signIn = `${url}/core/auth/login/?admin=1`;
    await visitor.goto(signIn);
    const picture = visitor.locator(".providers img");
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(64);
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await page.getByRole("button", { name: /Choose a logo/ }).waitFor();
    await visitor.goto(signIn);
    expect(await picture.count()).toBe(0);
    await admin.patch("/api/v1/settings/setting/?category=oauth2", { AUTH_OAUTH2: false });
    expect(person.complaints.filter((line) => !/400/.test(line))).toEqual([]);
  });

  it("an endpoint and a rule change the command a person is shown for their own client", async () => {
    const person = await administrator();
    await person.open("/ui/settings/terminal/endpoint/create");
    await person.fill("Name", "Branch");
    await person.fill("Host", "ssh://gate.branch.example:2200");
    await person.save();
    await person.reads("Enter a host name or an IP address alone");
    await person.fill("Host", "gate.branch.example");
    await person.fill("SSH port", "2200");
    await person.saveAndWait();
    await person.row("gate.branch.example").waitFor();
    await person.open("/ui/settings/terminal/endpoint-rule/create");
    await person.fill("Name", "Everything");
    await person.choose("Endpoint", "Branch");
    await person.saveAndWait();
    await person.row("Everything").getByText("Yes", { exact: true }).waitFor();
    await person.page.getByRole("button", { name: "Test an address" }).click();
    await person.fill("IP or host name of the asset", "10.1.2.3");
    await person.page.getByRole("button", { name: "Test", exact: true }).click();
    await person.reads("Branch: gate.branch.example:2200");

    const operator = new ConsolePerson(await stage().page(stage().people.operator), stage().url);
    const { page } = operator;
    await operator.open("/luna/");
    await page.getByLabel("Search assets").first().fill("This machine");
    await page
      .getByRole("treeitem", { name: /This machine/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: /This machine/ });
    await dialog.getByRole("radio", { name: "SSH Guide" }).check();
    await dialog.getByRole("button", { name: "Connect" }).click();
    await operator.reads(/^ssh -p 2200 JMS-[0-9a-f-]{36}@gate\.branch\.example$/);
    expect([...person.complaints, ...operator.complaints]).toEqual([]);
  });

  it("switches that exclude each other turn each other off, and some are offered only where they make sense", async () => {
    const person = await administrator();
    const { page } = person;
    await person.open(security("SecurityAuth"));
    await toggle(page, "Dynamic code").click();
    expect(await isOn(page, "Captcha")).toBe(false);
    expect(await toggle(page, "Ask for the code on the sign-in page").count()).toBe(0);
    await page.getByRole("radio", { name: "All users" }).check();
    await toggle(page, "Ask for the code on the sign-in page").click();
    expect([await isOn(page, "Captcha"), await isOn(page, "Dynamic code")]).toEqual([false, false]);
    await toggle(page, "Captcha").click();
    expect(await isOn(page, "Ask for the code on the sign-in page")).toBe(false);

    // What was entered is not lost to another tab without asking.
    await page.getByRole("tab", { name: "Passwords" }).click();
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByRole("radio", { name: "All users" }).isChecked()).toBe(true);
    await page.getByRole("tab", { name: "Passwords" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByLabel("Minimum length", { exact: true }).waitFor();
    expect(person.complaints).toEqual([]);
  });

  it("an address that is none is said at its list, and nothing is saved", async () => {
    const person = await administrator();
    const { page } = person;
    await person.open(security("SecurityLimit"));
    const list = page.locator("[data-field=SECURITY_LOGIN_IP_WHITE_LIST]");
    await list.getByRole("combobox").fill("10.1.");
    await page.keyboard.press("Enter");
    await person.save();
    await list.locator(".ant-form-item-explain-error").waitFor();
    await list.getByRole("combobox").press("Backspace");
    await list.getByRole("combobox").fill("10.1.0.0/16");
    await page.keyboard.press("Enter");
    await person.save();
    await person.reads("Saved. The change takes effect immediately.");
    const saved = await stage().admin.get("/api/v1/settings/setting/?category=security_login_limit");
    expect(saved.SECURITY_LOGIN_IP_WHITE_LIST).toEqual(["10.1.0.0/16"]);
    expect(person.complaints).toEqual([]);
  });

  it("what the server refuses is said at the field, and the entries stay", async () => {
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/settings/basic");
    await person.fill("Site URL", "https://access.example.com/ui/");
    await person.fill("Documentation URL", "https://docs.example.com");
    await person.save();
    await page.locator("[data-field=SITE_URL]").getByText("Enter the address without a path").waitFor();
    expect(await page.getByLabel("Documentation URL").inputValue()).toBe("https://docs.example.com");
    const { HELP_DOCUMENT_URL } = await stage().admin.get("/api/v1/settings/setting/");
    expect(HELP_DOCUMENT_URL).toBe("");
    await person.fill("Site URL", stage().url);
    await person.save();
    await person.reads("Saved. The change takes effect immediately.");
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("menuitem", { name: "Documentation" }).waitFor();
    expect(person.complaints).toEqual([]);
  });

  it("a mail password is sent and never comes back", async () => {
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/settings/msg?activeTab=Email");
    await person.fill("SMTP host", "mail.example.com");
    await person.fill("SMTP account", "access@example.com");
    await toggle(page, "Use SSL").click();
    await toggle(page, "Use TLS").click();
    expect(await isOn(page, "Use SSL")).toBe(false);
    await page.locator("[data-field=EMAIL_HOST_PASSWORD] button").click();
    await person.fill("SMTP password", "Postage-word-1");
    await person.save();
    await person.reads("Saved. The change takes effect immediately.");
    expect(await page.content()).not.toContain("Postage-word-1");
    await page.reload();
    await page.getByLabel("SMTP host").waitFor();
    expect(await page.getByLabel("SMTP host").inputValue()).toBe("mail.example.com");
    expect(await page.content()).not.toContain("Postage-word-1");

    // The dialog has fields of the same names as the page below it.
    await page.getByRole("button", { name: "Send test email" }).click();
    const dialog = page.getByRole("dialog", { name: "Send test email" });
    await dialog.getByLabel("Test email recipient").fill("nobody");
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.locator("[data-field=EMAIL_RECIPIENT] .ant-form-item-explain-error").waitFor();
    expect(person.complaints).toEqual([]);
  });

  it("a host key is entered with its lines, refused on its field, and never comes back", async () => {
    const person = await administrator();
    const { page } = person;
    const { publicKey, privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 3072,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs1", format: "pem" },
    });
    await person.open("/ui/settings/terminal");
    const field = page.locator("[data-field=TERMINAL_HOST_KEY]");
    await field.getByRole("button", { name: "Custom host key" }).click();
    await person.fill("Custom host key", publicKey);
    await person.save();
    await field.getByText("Enter a private key created by ssh-keygen, without a passphrase").waitFor();
    expect(await page.getByLabel("Custom host key", { exact: true }).inputValue()).toBe(publicKey);
    await person.fill("Custom host key", privateKey);
    await person.save();
    await person.reads("Saved. The change takes effect immediately.");
    const middle = privateKey.split("\n")[3] ?? "";
    await expect.poll(() => page.content()).not.toContain(middle);
    await page.reload();
    await field.getByRole("button", { name: "Custom host key" }).waitFor();
    expect(await page.content()).not.toContain(middle);
    expect(person.complaints).toEqual([]);
  });

  it("the organization over all others is called as it is named, everywhere, at once", async () => {
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/settings/orgs");
    await page.getByRole("button", { name: "Global organization" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Global organization name").fill("The whole harbour");
    await dialog.getByRole("button", { name: "Save" }).click();
    await person.reads("Saved. The change takes effect immediately.");
    await page.getByRole("link", { name: "Sallyport" }).first().waitFor();
    await person.open("/ui/console/dashboard");
    await page.getByRole("combobox", { name: "Organization" }).click();
    await page.locator(".ant-select-item-option", { hasText: "The whole harbour" }).waitFor();
    expect(person.complaints).toEqual([]);
  });

  it.each([
    ["zh-CN", "密码安全", "最长空闲时间（分钟）"],
    ["ja", "パスワードのセキュリティ", "無操作の上限（分）"],
  ] as const)("speaks the language of its reader: %s", async (locale, _title, label) => {
    const page = await stage().page(stage().people.admin, { locale });
    await page.goto(`${stage().url}${security("SecuritySession")}`);
    await page.getByLabel(label, { exact: true }).waitFor();
  });

  it("another title, theme and logo are everywhere at once, and the product's own come back", async () => {
    const { url, admin } = stage();
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/settings/interface");
    await person.fill("Title", "Harbour access");
    await person.choose("Theme", "Red");
    const primary = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-primary"));
    // A theme shows itself while it is only chosen.
    await expect.poll(primary).toBe("#b3261e");
    const logo = Buffer.from(await (await fetch(`${url}/static/img/logo.png`)).arrayBuffer());
    const upload = page.locator("[data-field=logo_logout] input[type=file]");
    await upload.setInputFiles({
      name: "drawing.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from("<svg/>"),
    });
    await person.save();
    await page.locator("[data-field=logo_logout]").getByText("Browsers cannot display this file").waitFor();
    await upload.setInputFiles({ name: "harbour.png", mimeType: "image/png", buffer: logo });
    await Promise.all([page.waitForEvent("load"), person.save()]);
    await page.waitForFunction(() => document.title.endsWith("Harbour access"));
    await expect.poll(primary).toBe("#b3261e");
    const { logo_logout } = (await admin.get("/api/v1/settings/public/open/")).INTERFACE;
    expect(logo_logout).toMatch(/^\/media\/xpack\/interface\/logo_logout-/);
    const visitor = await (await fetch(`${url}/core/auth/login/`)).text();
    expect(visitor).toContain("Harbour access");
    expect(visitor).toContain(logo_logout);

    await page.getByRole("button", { name: "Reset to default" }).click();
    const dialog = page.getByRole("dialog", { name: "Reset the interface to default?" });
    await Promise.all([
      page.waitForEvent("load"),
      dialog.getByRole("button", { name: "Reset to default" }).click(),
    ]);
    await page.waitForFunction(() => document.title.endsWith("Sallyport"));
    await expect.poll(primary).toBe("#2f5bd8");
    expect(person.complaints).toEqual([]);
  });

  it("who may not see them is offered none, and told so at their address", async () => {
    const page = await stage().page(stage().people.auditor);
    const person = new ConsolePerson(page, stage().url);
    await person.open(security("SecurityPassword"));
    await person.reads("You do not have access to this page");
    expect(await page.getByRole("button", { name: "System settings" }).count()).toBe(0);
    expect(await page.getByLabel("Minimum length").count()).toBe(0);
    await page.getByRole("button", { name: "Go to the home page" }).click();
    await page.waitForURL(/\/ui\/audit\/dashboard/);
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    expect(person.complaints).toEqual([]);
  });

  it("an announcement leads on, is closed by each person for themselves, and returns when it is another", async () => {
    const { url } = stage();
    const person = await administrator();
    const announce = async (subject: string) => {
      await person.open("/ui/settings/features?activeTab=Announcement");
      await person.fill("Subject", subject);
      await person.fill("Text", "Sessions end at ten.");
      await person.fill("Link", "https://status.example.com/tonight");
      await person.saveAndWait();
    };
    await announce("Maintenance tonight");
    const [one, other] = [await stage().newPerson(), await stage().newPerson()];
    const reader = new ConsolePerson(await stage().page(null), url);
    const { page } = reader;
    const bar = page.getByRole("status").filter({ hasText: "Sessions end at ten." });
    await reader.signIn(one.username, one.password);
    await reader.open("/ui/workbench/home");
    await bar.getByText("Announcement: Maintenance tonight").waitFor();
    const link = bar.getByRole("link", { name: "Read more" });
    expect([await link.getAttribute("href"), await link.getAttribute("target")]).toEqual([
      "https://status.example.com/tonight",
      "_blank",
    ]);
    expect(await link.getAttribute("rel")).toContain("noopener");
    await bar.getByRole("button", { name: "Close" }).click();
    await bar.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await bar.count()).toBe(0);

    // In the same browser, somebody who has not read it.
    await reader.signOut();
    await reader.signIn(other.username, other.password);
    await reader.open("/ui/workbench/home");
    await bar.waitFor();
    await reader.signOut();
    await announce("Maintenance is over");
    await reader.signIn(one.username, one.password);
    await reader.open("/ui/workbench/home");
    await bar.getByText("Announcement: Maintenance is over").waitFor();
    expect([...person.complaints, ...reader.complaints]).toEqual([]);
  });

  it("the help menu leads to the pages that the settings name", async () => {
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/settings/basic");
    await person.fill("Documentation URL", "https://docs.example.com/access");
    await person.fill("Support URL", "https://help.example.com/");
    await person.saveAndWait();
    await person.open("/ui/workbench/home");
    await page.getByRole("button", { name: "Help", exact: true }).click();
    for (const [name, address] of [
      ["Documentation", "https://docs.example.com/access"],
      ["Support", "https://help.example.com/"],
    ] as const) {
      const link = page.getByRole("menuitem", { name }).getByRole("link");
      expect([await link.getAttribute("href"), await link.getAttribute("target")]).toEqual([
        address,
        "_blank",
      ]);
    }
    expect(person.complaints).toEqual([]);
  });

  it("administrators are told on their pages when the connection is one that others can read", async () => {
    const person = await administrator();
    await person.open("/ui/settings/basic");
    const notice = person.page.getByText("This connection is not encrypted");
    expect(await notice.count()).toBe(0);
    // As the browser answers for an address beyond this machine without TLS.
    await person.page.addInitScript(() => {
      Object.defineProperty(window, "isSecureContext", { value: false });
    });
    await person.page.reload();
    await notice.waitFor();
  });
});
