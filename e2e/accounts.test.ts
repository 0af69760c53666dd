import { describe, expect, it } from "vitest";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

describe.skipIf(browserMissing() !== null)("accounts, in the browser", () => {
  const stage = useStage();
  const api = "/api/v1/accounts/";
  const administrator = async () => new ConsolePerson(await stage().page(stage().people.admin), stage().url);

  const newHost = async (name: string): Promise<string> => {
    const host = { name, address: "192.0.2.77", platform: 1, protocols: [{ name: "ssh", port: 22 }] };
    return (await stage().admin.post("/api/v1/assets/hosts/", host)).id;
  };
  const newTemplate = (name: string, username: string) =>
    stage().admin.post(`${api}account-templates/`, { name, username, secret: "Templ4te!story" });
  const accountsOf = async (username: string) =>
    (await stage().admin.get(`${api}accounts/?username=${username}&limit=20&order=date_created`)).results;

  it("one template is put on several assets, and what became of each is told", async () => {
    const hosts = ["quay-1", "quay-2", "quay-3"];
    for (const host of hosts) await newHost(host);
    await newTemplate("Quay deployer", "quay-deploy");
    const person = await administrator();
    const { page } = person;
    const put = async (names: readonly string[], policy: string) => {
      await person.open("/ui/console/accounts/accounts");
      await page.getByRole("button", { name: "Add from template" }).click();
      const dialog = page.getByRole("dialog", { name: "Add from template" });
      await dialog.getByRole("button", { name: "Add", exact: true }).waitFor();
      for (const name of names) await person.choose("Assets", name);
      await person.choose("Template", "Quay deployer");
      await dialog.getByRole("radio", { name: policy }).check();
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      const result = page.getByRole("dialog", { name: "Results" });
      const told = (await result.getByRole("status").textContent()) ?? "";
      await page.keyboard.press("Escape");
      return told;
    };
    expect(await put(hosts.slice(0, 2), "Skip")).toBe("2 assets · Created 2");
    expect(await put(hosts, "Fail")).toBe("2 assets · Failed 2");
    expect(await accountsOf("quay-deploy")).toHaveLength(2);
    expect(await put(hosts, "Skip")).toBe("3 assets · Created 1 · Skipped 2");
    // Accounts made at once have no order among them.
    const made: { asset: { name: string }; source: { value: string } }[] = await accountsOf("quay-deploy");
    expect(made.map(({ asset, source }) => `${asset.name} ${source.value}`).sort()).toEqual(
      hosts.map((name) => `${name} template`),
    );
    expect(person.complaints).toEqual([]);
  });

  it("a permission that names a template makes its account, and grants the user name", async () => {
    const host = await newHost("pier-1");
    await newTemplate("Pier keeper", "pier-keep");
    const person = await administrator();
    const { page } = person;
    await person.open(`/ui/console/perms/asset-permissions/create?asset_id=${host}`);
    await person.fill("Name", "pier-by-template");
    await person.tick(page.getByRole("checkbox", { name: /^Specified accounts/ }));
    await page.getByRole("button", { name: "Add from templates" }).click();
    const dialog = page.getByRole("dialog", { name: "Select account templates" });
    await person.tick(dialog.getByRole("checkbox", { name: "Select Pier keeper" }));
    await dialog.getByRole("button", { name: /1/ }).last().click();
    await person.reads("Pier keeper (pier-keep)");
    await person.saveGrant("pier-by-template");
    const [made] = await accountsOf("pier-keep");
    expect(made).toMatchObject({ name: "Pier keeper-Account template", asset: { name: "pier-1" } });
    const [grant] = await stage().admin.get("/api/v1/perms/asset-permissions/?name=pier-by-template");
    expect(grant.accounts).toEqual(["@SPEC", "pier-keep"]);
    expect(person.complaints).toEqual([]);
  });

  it("virtual ones are shown, and only the dynamic user has something to decide", async () => {
    const person = await administrator();
    const { page } = person;
    await person.open("/ui/console/accounts/accounts");
    await page.getByRole("tab", { name: "Virtual accounts" }).click();
    await person.row("Manual input").waitFor();
    await person.row("Dynamic user").getByRole("link", { name: /^Edit/ }).click();
    await person.reads("An administrator has not allowed Sallyport to keep sign-in passwords.");
    expect(await page.getByRole("switch", { name: "Use the sign-in password" }).isEnabled()).toBe(false);
    expect(person.complaints).toEqual([]);
  });
});
