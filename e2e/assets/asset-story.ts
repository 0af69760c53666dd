import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ApiClient } from "../support/api.ts";
import type { ConsolePerson } from "../support/console.ts";

/** An asset of one category, as somebody registers it. */
export interface AssetOfCategory {
  /** The tab of its category, and the title of the form that creates it. */
  readonly tab: string;
  readonly title: string;
  /** The collection of the API. */
  readonly collection: string;
  readonly platform: string;
  readonly address: { readonly label: string; readonly text: string };
  /** What its protocols are in the list then. */
  readonly protocol: string;
  /** Fields of its own, entered after the address. */
  readonly enter?: (person: ConsolePerson) => Promise<void>;
  /** What is seen of them on its page. */
  readonly specific?: string;
  readonly secret: { readonly label: string; readonly text: string };
}

async function addAccount(page: Page, { label, text }: AssetOfCategory["secret"]): Promise<void> {
  await page.getByRole("button", { name: "Add account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add account" });
  await dialog.getByLabel("Name", { exact: true }).fill("root");
  expect(await dialog.getByLabel("Username", { exact: true }).inputValue()).toBe("root");
  expect(await dialog.getByRole("switch", { name: "Privileged" }).getAttribute("aria-checked")).toBe("true");
  await dialog.getByRole("textbox", { name: label, exact: true }).fill(text);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "root", exact: true }).first().waitFor();
}

/**
 * The life of an asset in the console: registered with an account, found in the list of its category, looked at,
 * changed, copied with its account, and both deleted.
 */
export async function tellAsset(
  person: ConsolePerson,
  admin: ApiClient,
  asset: AssetOfCategory,
): Promise<void> {
  const { page } = person;
  const name = `story-${asset.collection}`;
  await person.open(`/ui/console/assets/assets?activeTab=all`);
  await page.getByRole("tab", { name: asset.tab, exact: true }).click();
  await page.getByRole("button", { name: "Create asset" }).first().click();
  const choice = page.getByRole("dialog", { name: "Choose a platform" });
  await choice.getByRole("searchbox", { name: "Search platforms" }).fill(asset.platform);
  await choice.getByRole("button", { name: asset.platform, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: `${asset.title}: ${asset.platform}` }).waitFor();

  await person.fill("Name", name);
  await person.fill(asset.address.label, asset.address.text);
  await asset.enter?.(person);
  await addAccount(page, asset.secret);
  await person.save();
  await person.reads(`${name} was created`);
  expect((await page.content()).includes(asset.secret.text)).toBe(false);
  const row = person.row(name);
  await row.getByText(asset.protocol).waitFor();

  await row.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name: `Asset: ${name}` }).waitFor();
  await person.reads(asset.address.text);
  if (asset.specific !== undefined) await person.reads(asset.specific);
  await page.getByRole("tab", { name: "Accounts" }).click();
  await person.row("root").waitFor();
  await page.getByRole("tab", { name: "Permitted users" }).click();
  await page.getByRole("tab", { name: "Basic information" }).click();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Comment").fill("In the story");
  await page.getByRole("link", { name: "View the accounts of this asset" }).waitFor();
  await person.save();
  await person.reads(`${name} was saved`);

  await person
    .row(name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  const copy = `Duplicate from ${name}`;
  await page.getByRole("cell", { name: "root", exact: true }).first().waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(copy);
  await person.save();
  await person.reads(`${copy} was created`);
  const found = await admin.get(`/api/v1/assets/${asset.collection}/?search=${name}`);
  expect(found.map((one: { comment: string }) => one.comment)).toEqual(["In the story", "In the story"]);
  for (const { id } of found) {
    const [account] = await admin.get(`/api/v1/accounts/accounts/?asset=${id}`);
    expect(await admin.get(`/api/v1/accounts/accounts/${account.id}/`)).toMatchObject({
      username: "root",
      privileged: true,
      has_secret: true,
    });
  }

  for (const each of [copy, name]) {
    const present = page
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: each, exact: true }) });
    await present.getByRole("button", { name: `Actions for ${each}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await present.waitFor({ state: "detached" });
    await person.reads(`${each} was deleted`);
    // The next row's question is another dialog: this one has to be gone, or its button would be pressed again.
    await question.waitFor({ state: "detached" });
  }
}
