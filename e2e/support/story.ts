import { expect } from "vitest";
import { passwordAccountsPossible, startOpenSsh } from "../../server/src/engine/testing/openssh.ts";
import { ApiClient } from "./api.ts";
import { openBrowser } from "./browser.ts";
import { ConsolePerson } from "./console.ts";
import { adminPassword, type Product } from "./product.ts";
import { replayOf, until } from "./world.ts";

const organizationAuditor = "00000000-0000-0000-0000-000000000006";
const password = "Quiet-Meadow-77";
const chosenPassword = "Harbour-Light-42";

/**
 * The product's main story, told in a browser: an administrator registers a machine with an account and grants it
 * to somebody; that person works on it in the terminal; an auditor replays what happened.
 */
export async function tellStory(product: Product): Promise<void> {
  const sshd = await startOpenSsh();
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  const person = new ConsolePerson(page, product.url);
  try {
    await person.signIn("admin", adminPassword);

    await person.open("/ui/console/assets/hosts/create?platform=1");
    await person.fill("Name", "story-host");
    await person.fill("IP address or hostname", "127.0.0.1");
    await page.getByLabel("ssh Port").fill(String(sshd.port));
    await person.save();
    await person.reads("story-host was created");
    await person.row("story-host").getByText("127.0.0.1").waitFor();

    await person.open("/ui/console/accounts/accounts/create");
    await person.choose("Asset", "story-host");
    await person.fill("Name", sshd.username);
    if (passwordAccountsPossible()) await person.fill("Secret", sshd.password);
    else {
      await person.choose("Secret type", "SSH key");
      await page.getByLabel("SSH private key", { exact: true }).fill(sshd.privateKey);
    }
    await person.save();
    await person.reads(`${sshd.username} was created`);
    await person.row("story-host").getByText(sshd.username).first().waitFor();
    const typed = sshd.password === "" ? sshd.privateKey : sshd.password;
    expect((await page.content()).includes(typed)).toBe(false);

    await person.open("/ui/console/users/create");
    await person.fill("Name", "Ada Story");
    await person.fill("Username", "ada-story");
    await person.fill("Email", "ada-story@example.com");
    await person.fill("Password", password);
    await person.save();
    await person.reads("Ada Story was created");

    await person.open("/ui/console/perms/asset-permissions/create");
    await person.fill("Name", "story-grant");
    await person.choose("Users", "Ada Story");
    await person.choose("Assets", "story-host");
    await person.saveGrant("story-grant");
    await person.signOut();

    const sessionId = await work(person, product);
    await replay(person, product, sessionId);
    expect(person.complaints).toEqual([]);
  } catch (error) {
    const pictures = process.env.SALLYPORT_TEST_PICTURES;
    const [last] = browser.context.pages().slice(-1);
    if (pictures !== undefined) await last?.screenshot({ path: `${pictures}/story-failed.png` });
    throw new Error(`${String(error)}\n${person.complaints.join("\n")}\n${product.said().slice(-3000)}`, {
      cause: error,
    });
  } finally {
    await browser.close();
    await sshd.stop();
  }
}

/** The person who was granted the machine works on it. Answers the session's id. */
async function work(person: ConsolePerson, product: Product): Promise<string> {
  const { page } = person;
  // Anyone who made the account knows its password, so the first thing it opens is the way to another one.
  await person.changeOnSignIn("ada-story", password, chosenPassword, "/luna/");
  // Nothing opens before the terms of use, the terminal neither; then it does.
  await person.completeAccount();
  await page
    .getByRole("searchbox", { name: "Search assets" })
    .or(page.getByLabel("Search assets"))
    .first()
    .fill("story");
  await page
    .getByRole("treeitem", { name: /story-host/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: /story-host/ });
  await dialog.getByRole("button", { name: "Connect" }).click();
  await person.terminalShows("$");
  await page.keyboard.type("echo story-$((40+2))-begins; whoami\n");
  await person.terminalShows("story-42-begins");
  await page.keyboard.type("echo the-end-of-$((6*7))\n");
  await person.terminalShows("the-end-of-42");
  await page.keyboard.type("exit\n");
  await person.reads("The session has ended");
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  const [session] = await until(
    "the finished session",
    () => admin.get("/api/v1/terminal/sessions/?is_finished=1&search=Ada"),
    (found) => found.length === 1 && found[0].has_replay,
  );
  expect(await replayOf(admin, session.id)).toContain("story-42-begins");
  await person.signOut();
  return session.id;
}

/** An auditor finds the session and looks at it. */
async function replay(person: ConsolePerson, product: Product, sessionId: string): Promise<void> {
  const { page } = person;
  // How somebody becomes an auditor is not part of the story.
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  await admin.post("/api/v1/users/users/", {
    name: "Grace Auditor",
    username: "grace-auditor",
    email: "grace-auditor@example.com",
    password_strategy: "custom",
    password,
    org_roles: [organizationAuditor],
  });
  await person.signIn("grace-auditor", password);
  await person.completeAccount();
  await person.reads("Saved");
  await person.open("/ui/audit/sessions/sessions");
  await page.getByRole("tab", { name: "Finished" }).click();
  const row = person.row("story-host");
  await row.getByText(/Ada Story/).waitFor();
  const opened = page
    .context()
    .waitForEvent("page", { timeout: 3_000 })
    .catch(() => null);
  await row
    .getByRole("button", { name: /Replay|Actions/ })
    .or(row.getByRole("link", { name: "Replay" }))
    .first()
    .click();
  const player = (await opened) ?? page;
  await player.waitForURL(new RegExp(`/luna/replay/${sessionId}`));
  await expect
    .poll(async () => (await player.locator(".luna-replay").textContent())?.replace(/\s+/g, " "), {
      timeout: 30_000,
    })
    .toContain("story-42-begins");
}
