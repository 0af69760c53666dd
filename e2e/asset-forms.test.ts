import { describe, expect, it } from "vitest";
import { type AssetOfCategory, tellAsset } from "./assets/asset-story.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

const password = { label: "Secret", text: "Quiet-Meadow-77" };
const certificate = "-----BEGIN CERTIFICATE-----\nMIIBharbour\n-----END CERTIFICATE-----\n";

const assets: readonly AssetOfCategory[] = [
  {
    tab: "Host",
    title: "Create host",
    collection: "hosts",
    platform: "Linux",
    address: { label: "IP address or hostname", text: "192.0.2.201" },
    protocol: "ssh/2222",
    enter: async ({ page }) => {
      await page.getByLabel("ssh Port").fill("2222");
      await page.getByRole("button", { name: "Settings of sftp" }).click();
      const dialog = page.getByRole("dialog", { name: "Platform protocol: sftp" });
      await dialog.getByText("/tmp").waitFor();
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.waitFor({ state: "detached" });
    },
    secret: password,
  },
  {
    tab: "Device",
    title: "Create network device",
    collection: "devices",
    platform: "Cisco",
    address: { label: "Address", text: "192.0.2.202" },
    protocol: "ssh/22",
    secret: password,
  },
  {
    tab: "Database",
    title: "Create database",
    collection: "databases",
    platform: "Redis6+",
    address: { label: "Address", text: "192.0.2.203" },
    protocol: "redis/6379",
    enter: async (person) => {
      const { page } = person;
      await person.fill("Default database", "0");
      await page.getByRole("switch", { name: "Use SSL" }).click();
      await page.getByLabel("CA certificate", { exact: true }).fill(certificate);
    },
    specific: "Default database",
    secret: password,
  },
  {
    tab: "Cloud service",
    title: "Create cloud service",
    collection: "clouds",
    platform: "Kubernetes",
    address: { label: "URL", text: "https://cluster.example:6443" },
    protocol: "k8s/6443",
    secret: { label: "Token", text: "quiet.meadow.77" },
  },
  {
    tab: "Web",
    title: "Create website",
    collection: "webs",
    platform: "Website",
    address: { label: "URL", text: "https://intranet.example/login" },
    protocol: "http/443",
    enter: async (person) => {
      await person.fill("Submit selector", "css=button.go");
    },
    specific: "css=button.go",
    secret: password,
  },
  {
    tab: "GPT",
    title: "Create GPT service",
    collection: "gpts",
    platform: "ChatGPT",
    address: { label: "Address", text: "https://api.openai.com/v1/" },
    protocol: "chatgpt/443",
    enter: (person) => person.fill("HTTP proxy", "http://proxy.example:3128"),
    specific: "http://proxy.example:3128",
    secret: { label: "API key", text: "quiet-meadow-77-key" },
  },
];

describe.skipIf(browserMissing() !== null)("assets of every category, through their forms", () => {
  const stage = useStage();

  it.each(assets)("$collection: registered, found, changed, copied and deleted", async (asset) => {
    const page = await stage().page(stage().people.admin);
    const person = new ConsolePerson(page, stage().url);
    await tellAsset(person, stage().admin, asset);
    expect(person.complaints).toEqual([]);
  });
});
