import { describe, expect, it } from "vitest";
import { tellAsset } from "./assets/asset-story.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

describe.skipIf(browserMissing() !== null)("platforms and what they decide, through their forms", () => {
  const stage = useStage();

  it("custom types: a platform with fields of its own, and an asset that has them", async () => {
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, stage().url);
    await person.open("/ui/console/assets/platforms?activeTab=custom");
    await page.getByRole("button", { name: "Create platform" }).first().click();
    await page.getByRole("menuitem", { name: "New type" }).click();
    const naming = page.getByRole("dialog", { name: "New type" });
    await naming.getByLabel("Type").fill("crane");
    await naming.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { level: 1, name: "Create platform" }).waitFor();
    await person.fill("Name", "Crane-controller");
    const fields = page.locator("fieldset", { hasText: "Custom fields" }).last();
    await fields.getByRole("button", { name: "Add" }).click();
    await fields.getByLabel("Name", { exact: true }).fill("berth");
    await fields.getByLabel("Label", { exact: true }).fill("Berth");
    await person.save();
    await person.reads("Crane-controller was created");

    await tellAsset(person, stage().admin, {
      tab: "Custom type",
      title: "Create custom asset",
      collection: "customs",
      platform: "Crane-controller",
      address: { label: "Address", text: "192.0.2.207" },
      protocol: "/",
      enter: () => person.fill("Berth", "Pier 7"),
      specific: "Pier 7",
      secret: { label: "Secret", text: "Quiet-Meadow-77" },
    });
    expect(person.complaints).toEqual([]);
  });

  it("a platform: made for a type, its automation set, its protocols changed, copied and deleted; built-in ones stay", async () => {
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, stage().url);
    await person.open("/ui/console/assets/platforms?activeTab=host");
    await page.getByRole("button", { name: "Create platform" }).first().click();
    await page.getByRole("menuitem", { name: "Linux" }).click();
    await person.fill("Name", "Harbour-Linux");
    await page.getByRole("button", { name: "Push accounts: parameters" }).click();
    const parameters = page.getByRole("dialog", { name: "Push accounts: parameters" });
    await parameters.getByLabel("Shell").fill("/bin/zsh");
    await parameters.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("switch", { name: "Gather facts" }).click();
    await person.save();
    await person.reads("Harbour-Linux was created");

    await person.row("Harbour-Linux").getByRole("link", { name: "Harbour-Linux" }).click();
    await page.getByRole("heading", { level: 1, name: "Platform: Harbour-Linux" }).waitFor();
    const protocols = page.locator(".platform-protocols");
    await protocols.getByRole("button", { name: "Add" }).click();
    await protocols.getByRole("button", { name: "Settings of sftp" }).click();
    const settings = page.getByRole("dialog", { name: "Platform protocol: sftp" });
    await settings.getByLabel("SFTP home").fill("/srv");
    await settings.getByRole("button", { name: "Confirm" }).click();
    await protocols.getByRole("button", { name: "Update" }).click();
    await person.reads("Saved");
    const made = await stage().admin.get("/api/v1/assets/platforms/Harbour-Linux/");
    expect(made).toMatchObject({
      category: { value: "host" },
      type: { value: "linux" },
      protocols: [
        { name: "ssh", primary: true },
        { name: "sftp", setting: { sftp_home: "/srv" } },
      ],
      automation: {
        ansible_enabled: true,
        ansible_config: { ansible_connection: "smart" },
        gather_facts_enabled: false,
        push_account_enabled: true,
        push_account_method: "push_account_posix",
        push_account_params: { push_account_posix: { shell: "/bin/zsh", sudo: "/bin/whoami" } },
      },
    });

    await page.getByRole("tab", { name: "Automation" }).click();
    await page.getByRole("switch", { name: "Gather facts" }).click();
    await person.saveAndWait();
    await person.reads("Saved");
    const changed = await stage().admin.get("/api/v1/assets/platforms/Harbour-Linux/");
    expect(changed.automation).toMatchObject({
      gather_facts_enabled: true,
      gather_facts_method: "gather_facts_posix",
    });
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await person.reads("Harbour-Linux was deleted");

    await person.open("/ui/console/assets/platforms/1?activeTab=PlatformInfo");
    expect(await page.getByRole("button", { name: "Edit", exact: true }).isEnabled()).toBe(false);
    expect(await page.getByRole("switch", { name: "Domains" }).isEnabled()).toBe(false);
    await person.open("/ui/console/assets/platforms/1/update");
    await person.reads("This platform is built in");
    expect(person.complaints).toEqual([]);
  });

  it("another platform keeps what was entered, and says which protocols went", async () => {
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, stage().url);
    await stage().admin.post("/api/v1/assets/platforms/", {
      name: "Bare-Linux",
      category: "host",
      type: "linux",
      protocols: [{ name: "ssh", port: 2022, primary: true }],
    });
    await person.open("/ui/console/assets/hosts/create?platform=1&type=linux&category=host");
    await person.fill("Name", "story-switched");
    await person.fill("IP address or hostname", "192.0.2.210");
    await person.choose("Platform", "Bare-Linux");
    await person.reads("Bare-Linux does not support sftp");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("story-switched");
    expect(await page.getByLabel("ssh Port").inputValue()).toBe("2022");
    await person.save();
    await person.reads("story-switched was created");
    const [made] = await stage().admin.get("/api/v1/assets/hosts/?name=story-switched");
    expect(made).toMatchObject({
      platform: { name: "Bare-Linux" },
      protocols: [{ name: "ssh", port: 2022 }],
    });
    expect(person.complaints).toEqual([]);
  });
});
