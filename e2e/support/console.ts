import type { Locator, Page } from "playwright-core";
import { until } from "./world.ts";

/** What people do in the console, said once: tests read as what somebody does. */
export class ConsolePerson {
  readonly page: Page;
  readonly url: string;
  /** Errors the browser reported on its own; a story without incident has none. */
  readonly complaints: string[] = [];

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("response", (response) => {
      if (response.status() >= 500) this.complaints.push(`${response.url()} answered ${response.status()}`);
    });
    page.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy|Uncaught/.test(message.text())) {
        const { url, lineNumber } = message.location();
        this.complaints.push(`${page.url()} (${url}:${lineNumber}): ${message.text()}`);
      }
    });
  }

  /** Signs in through the page, from wherever the console sends somebody it does not know. */
  async signIn(username: string, password: string, path = "/ui/"): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
    await this.page.waitForURL(/\/core\/auth\/login\//);
    await this.page.getByLabel("Username").fill(username);
    await this.page.getByLabel("Password").fill(password);
    await this.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await this.page.waitForURL((url) => url.pathname.startsWith(path));
  }

  /** Signs in with a password that has to be changed, sets another one, and is in. */
  async changeOnSignIn(username: string, present: string, chosen: string, path = "/ui/"): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
    await this.page.getByLabel("Username").fill(username);
    await this.page.getByLabel("Password").fill(present);
    await this.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await this.page.getByRole("heading", { name: "Set a new password" }).waitFor();
    await this.fill("New password", chosen);
    await this.fill("Confirm new password", chosen);
    await this.page.getByRole("button", { name: "Set password and sign in" }).click();
    await this.page.waitForURL((url) => url.pathname.startsWith(path));
  }

  /** What the console asks of somebody after their first sign-in. */
  async completeAccount(): Promise<void> {
    const asked = this.page.getByRole("heading", { level: 1, name: "Complete your account" });
    await asked.waitFor();
    await this.page.getByRole("checkbox", { name: /rules of my organization/ }).check();
    await this.page.getByRole("button", { name: "Save and continue" }).click();
    // Until it is saved, every other page leads back here.
    await asked.waitFor({ state: "hidden" });
  }

  async signOut(): Promise<void> {
    await this.page.getByRole("button", { name: /^(Account menu of|Signed in as)/ }).click();
    await this.page.getByRole("menuitem", { name: "Sign out" }).click();
    await this.page.waitForURL(/\/core\/auth\/(login|logout)\//);
  }

  /** Opens a page of the console by its address, as a link or a bookmark does. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
  }

  /** Fills an input of a form by its label. */
  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Ticks a box whose state the page draws anew: at once is too early to look. */
  async tick(box: Locator): Promise<void> {
    await box.click();
    await until(
      "a tick",
      () => box.isChecked(),
      (ticked) => ticked,
      30,
    );
  }

  /** Chooses in a select by its label: types, and takes the option that is found. */
  async choose(label: string, text: string): Promise<void> {
    const input = this.page.getByLabel(label, { exact: true });
    await input.click();
    await input.pressSequentially(text);
    await this.page.locator(".ant-select-item-option", { hasText: text }).first().click();
    // The list of a single choice closes by itself; a key that comes after that would close the dialog around it.
    const isMultiple = await input.evaluate((element) => element.closest(".ant-select-multiple") !== null);
    if (isMultiple) await this.page.keyboard.press("Escape");
  }

  /** Presses "Save" of the page, or of a part of it. */
  async save(within: Page | Locator = this.page): Promise<void> {
    await within.getByRole("button", { name: "Save", exact: true }).click();
  }

  /** Saves what the server takes, and waits for its answer: what an earlier save said may still be shown. */
  async saveAndWait(within?: Locator): Promise<void> {
    const answer = this.page.waitForResponse((response) => {
      const { pathname } = new URL(response.url());
      return pathname.startsWith("/api/") && response.request().method() !== "GET";
    });
    await this.save(within);
    const status = (await answer).status();
    if (status >= 400) throw new Error(`what was saved was answered with ${status}`);
  }

  /** Saves a new permission, and agrees to what the preview says, where the server has one. */
  async saveGrant(name: string): Promise<void> {
    const agree = this.page.getByRole("dialog").getByRole("button", { name: "Save", exact: true });
    const done = this.page.getByText(`${name} was created`).first();
    // Waited for from the beginning: the message goes again, and a click may be slow to say that it was made.
    const said = done.waitFor({ timeout: 60_000 });
    said.catch(() => undefined);
    await this.save();
    await agree.or(done).first().waitFor();
    if (await agree.isVisible()) await agree.click();
    await said;
  }

  /** The row of a list that holds a text. */
  row(text: string): Locator {
    return this.page.getByRole("row").filter({ hasText: text });
  }

  /** Waits until a text can be read somewhere. */
  async reads(text: string | RegExp, timeout = 30_000): Promise<void> {
    await this.page.getByText(text).first().waitFor({ state: "visible", timeout });
  }

  /** Waits until a terminal shows a text; lines that the screen broke are joined. */
  async terminalShows(text: string, timeout = 30_000): Promise<void> {
    const screen = this.page.locator(".xterm-rows:visible");
    const shown = async () => (await screen.allTextContents()).join("").replace(/\s+/g, " ");
    await until(`"${text}" in the terminal`, shown, (found) => found.includes(text), timeout / 1000);
  }
}
