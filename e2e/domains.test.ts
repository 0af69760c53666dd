import { describe, expect, it } from "vitest";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

const hosts = "/api/v1/assets/hosts/";

describe.skipIf(browserMissing() !== null)("domains, gateways and labels in the console", () => {
  const stage = useStage({ onlyContract: true });

  const addHosts = async (...names: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      const body = { name, address: `10.7.0.${index + 1}`, platform: 1 };
      ids.push((await stage().admin.post(hosts, body)).id);
    }
    return ids;
  };

  it("a domain with two gateways and assets, from the first to the last", async () => {
    await addHosts("moor-one", "moor-two");
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, stage().url);
    const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

    await person.open("/ui/console/assets/assets");
    await page.getByRole("link", { name: "Domains", exact: true }).click();
    await button(/Create domain/)
      .first()
      .click();
    await person.fill("Name", "Moorland");
    for (const name of ["moor-one", "moor-two"]) await person.choose("Assets", name);
    await person.save();
    await person.reads("Moorland was created");

    // Two gateways, the second a copy of the first.
    await page.getByRole("link", { name: "0 gateways of Moorland" }).click();
    await person.reads("cannot be reached through it");
    await button(/Create gateway/)
      .first()
      .click();
    await page.waitForURL(/gateways\/create\?domain=/);
    await person.fill("Name", "moor-gate");
    await person.fill("IP address or hostname", "10.7.0.250");
    await person.save();
    await person.reads("moor-gate was created");
    await page.getByRole("button", { name: "Actions for moor-gate" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.waitForURL(/clone_from=/);
    await person.fill("Name", "moor-gate-2");
    await person.save();
    await person.reads("moor-gate-2 was created");
    await person.row("moor-gate-2").waitFor();

    const [domain] = await stage().admin.get("/api/v1/assets/domains/?name=Moorland");
    expect(domain.assets.map(({ name }: { name: string }) => name)).toEqual(["moor-one", "moor-two"]);
    expect(domain.gateways.map(({ name }: { name: string }) => name)).toEqual(["moor-gate", "moor-gate-2"]);

    // A test asks for the port, and says what is wrong with one.
    await page.getByRole("button", { name: "Actions for moor-gate", exact: true }).click();
    await page.getByRole("menuitem", { name: "Test connection" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("SSH port").inputValue()).toBe("22");
    await dialog.getByLabel("SSH port").fill("");
    await dialog.getByRole("button", { name: "Test connection" }).click();
    await dialog.locator(".ant-form-item-explain-error").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    // Renaming leaves everything where it is; one asset is taken out by hand.
    await page.getByRole("tab", { name: /Basic/ }).click();
    await button("Edit").click();
    await person.fill("Comment", "wet feet");
    await person.save();
    await person.reads("Moorland was saved");
    await page.getByRole("link", { name: "Moorland", exact: true }).click();
    await button("Remove moor-two").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("link", { name: "moor-two" }).waitFor({ state: "detached" });
    const left = await stage().admin.get(`/api/v1/assets/domains/${domain.id}/`);
    expect(left.assets.map(({ name }: { name: string }) => name)).toEqual(["moor-one"]);
    expect(left.gateways).toHaveLength(2);
    expect(person.complaints).toEqual([]);
  });

  it("labels put on assets in bulk, by which they are then found, and taken off again", async () => {
    await addHosts("fen-one", "fen-two", "fen-three");
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, stage().url);
    await person.open("/ui/console/assets/labels");
    await page
      .getByRole("button", { name: /Create label/ })
      .first()
      .click();
    await person.fill("Name", "zone");
    await person.fill("Value", "north");
    await person.choose("Assets", "fen-three");
    await person.save();
    await person.reads("zone was created");
    await person.row("north").getByRole("button", { name: "1" }).waitFor();

    await person.open("/ui/console/assets/assets?search=fen-");
    const select = async (...names: string[]) => {
      for (const name of names) await person.row(name).getByRole("checkbox").check();
      await page.getByRole("button", { name: `${names.length} selected` }).click();
      await page.getByRole("menuitem", { name: "Edit labels…" }).click();
    };
    const dialog = page.getByRole("dialog");
    const tick = async (label: string, text: string) => {
      const input = dialog.getByLabel(label, { exact: true });
      await input.click();
      await input.pressSequentially(text);
      await page.keyboard.press("Enter");
      // The list of options lies over the buttons.
      await dialog.getByText(/^Labels of/).click();
    };
    await select("fen-one", "fen-two");
    await tick("Labels to add", "zone:north");
    await tick("Labels to add", "season:winter");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await person.reads("The labels of 2 assets were changed");

    const found = async (label: string) =>
      (await stage().admin.get(`${hosts}?labels=${label}`)).map(({ name }: { name: string }) => name).sort();
    expect(await found("zone:north")).toEqual(["fen-one", "fen-three", "fen-two"]);
    expect(await found("season:winter")).toEqual(["fen-one", "fen-two"]);
    await person.open("/ui/console/assets/assets?labels=season:winter");
    for (const name of ["fen-one", "fen-two"]) await person.row(name).waitFor();
    expect(await person.row("fen-three").count()).toBe(0);

    await select("fen-one");
    await tick("Labels to remove", "zone:north");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await person.reads("The labels of 1 asset were changed");
    expect(await found("zone:north")).toEqual(["fen-three", "fen-two"]);
    expect(person.complaints).toEqual([]);
  });
});
