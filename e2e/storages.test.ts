import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { type S3TestServer, startS3Server } from "../server/src/testing/s3-server.ts";
import { type SearchTestServer, startSearchServer } from "../server/src/testing/search-server.ts";
import { openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

describe.skipIf(opensshMissing() !== null)("a storage that is added in the console", () => {
  let product: Product;
  let world: World;
  let storage: S3TestServer;
  let cluster: SearchTestServer;
  let browser: TestBrowser;
  let person: ConsolePerson;

  beforeAll(async () => {
    [storage, cluster] = await Promise.all([startS3Server(), startSearchServer()]);
    product = await startPrepared({ environment: { SALLYPORT_REPLAY_LOCAL_HOURS: "0" } });
    world = await buildWorld(product);
    browser = await openBrowser();
    const context = await browser.profile({ viewport: { width: 1440, height: 900 } });
    person = new ConsolePerson(await context.newPage(), product.url);
    await person.signIn("admin", adminPassword, "/ui/settings/terminal");
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await product?.dispose();
    await Promise.all([storage?.close(), cluster?.close()]);
  });

  it("is made of the options of its type, tested and made the default", async () => {
    const { page } = person;
    await page.getByRole("tab", { name: "Recording storages" }).click();
    await page.getByRole("button", { name: "Create recording storage" }).click();
    await page.getByRole("menuitem", { name: "Ceph" }).click();
    await person.fill("Name", "offsite");
    await person.fill("Bucket", storage.bucket);
    await person.fill("Access key", storage.accessKey);
    await person.fill("Secret key", "not the key");
    await person.fill("Endpoint", storage.endpoint);
    await person.save();
    const row = person.row("offsite");
    const test = async () => {
      await row.getByRole("button", { name: "Actions for offsite" }).click();
      await page.getByRole("menuitem", { name: "Test", exact: true }).click();
    };
    await test();
    await page.getByText("offsite: The storage refuses the keys").waitFor();
    await row.getByRole("link", { name: "Edit", exact: true }).click();
    expect(await page.getByLabel("Access key", { exact: true }).inputValue()).toBe(storage.accessKey);
    await page.getByLabel("Secret key", { exact: true }).click();
    expect(await page.getByLabel("Secret key", { exact: true }).inputValue()).toBe("");
    await person.fill("Secret key", storage.secretKey);
    await person.save();
    await test();
    await page.getByText("offsite: The storage is working.").waitFor();
    expect(await page.content()).not.toContain(storage.secretKey);
    const [kept] = await world.admin.get("/api/v1/terminal/replay-storages/?name=offsite");
    expect(kept).toMatchObject({ is_default: true, type: { value: "ceph" } });
  });

  it("takes the recording of a session, which is played from there", async () => {
    const { page } = person;
    const session = await world.connect();
    const { sessionId: id } = session;
    session.type("echo kept-$((6*7))-elsewhere\r");
    await session.see("kept-42-elsewhere");
    await session.close();
    const { admin } = world;
    const place = await until(
      "the recording in its storage",
      () => admin.get(`/api/v1/sallyport/replays/${id}/place/`),
      ({ on_this_server: isHere, storages: [copy] }) => copy?.state === "stored" && isHere === false,
      60,
    );
    expect(place.storages[0]).toMatchObject({ name: "offsite", state: "stored" });
    const [key = ""] = [...storage.objects.keys()];
    expect(key).toContain(id);
    expect(existsSync(join(product.dataFolder, "recordings", key))).toBe(false);
    expect(await world.replay(id)).toContain("kept-42-elsewhere");
    storage.requests.length = 0;
    await person.open(`/ui/audit/sessions/sessions/${id}`);
    await page.getByText("offsite", { exact: true }).waitFor();
    const player = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Replay" }).click();
    await (await player).getByText("kept-42-elsewhere").first().waitFor();
    expect(storage.requests.some((one) => one.startsWith("GET") && one.includes(id))).toBe(true);
    expect(person.complaints).toEqual([]);
  });

  it("takes the commands of a session, which are listed from there", async () => {
    const { page } = person;
    await person.open("/ui/settings/terminal?activeTab=CommandStorage");
    await page.getByRole("button", { name: "Create command storage" }).click();
    await page.getByRole("menuitem", { name: "Elasticsearch" }).click();
    await person.fill("Name", "cluster");
    const hosts = page.getByRole("combobox", { name: "Hosts" });
    await hosts.fill(cluster.host.replace("sallyport:", "nobody:"));
    await hosts.press("Enter");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The storage refuses the user name or password").first().waitFor();
    await hosts.press("Backspace");
    await hosts.fill(cluster.host);
    await hosts.press("Enter");
    await person.save();
    const row = person.row("cluster");
    await row.getByRole("button", { name: "Actions for cluster" }).click();
    await page.getByRole("menuitem", { name: "Set as default", exact: true }).click();
    await page.getByText("cluster is the default storage now").waitFor();
    expect(await page.content()).not.toContain(encodeURIComponent(cluster.password));
    const session = await world.connect();
    session.type("echo searched-$((6*7))\r");
    await session.see("searched-42");
    await session.close();
    await until(
      "the command in its storage",
      async () => [...cluster.documents().values()],
      (found) => found.some(({ command }) => String(command).includes("searched-")),
      60,
    );
    await person.open("/ui/audit/sessions/command");
    await page.getByRole("button", { name: "Show the tree" }).click();
    await page.getByText(/cluster\(Elasticsearch\)\([1-9]/).click();
    await page.getByText("echo searched-$((6*7))").first().waitFor();
    cluster.faults.refuse = 503;
    await page.reload();
    await page.getByText("cluster(Elasticsearch) *Invalid").first().waitFor();
  });
});
