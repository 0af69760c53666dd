import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateSync } from "otplib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../server/src/engine/testing/free-port.ts";
import { type OpenIdPeer, startOpenIdPeer } from "../server/src/testing/openid-peer.ts";
import { ApiClient } from "./support/api.ts";
import { browserMissing, openBrowser, type TestBrowser } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { signInAtOpenId } from "./support/foreign-peers.ts";
import { givePasskeyDevice } from "./support/passkeys.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, type Product } from "./support/product.ts";

const securityPath = "/ui/profile/setting?activeTab=MFAUpdate";

/** Steps of the story build on each other: what one sets up, the next one signs in with. */
describe.skipIf(browserMissing() !== null)("second factors in a browser", () => {
  let product: Product;
  let browser: TestBrowser;
  let person: ConsolePerson;
  let page: Page;
  let url: string;
  let admin: ApiClient;
  let provider: OpenIdPeer | undefined;
  let secret = "";
  let recoveryCodes: string[] = [];
  /** A code is taken once, and none that is older: each one asked for is of a later step. */
  let step = 0;
  const nextCode = (): string => generateSync({ secret, epoch: Date.now() / 1000 + 30 * step++ });

  beforeAll(async () => {
    const httpPort = await freePort();
    // Passkeys belong to names, and this machine's is this one.
    url = `http://localhost:${httpPort}`;
    product = await startPrepared({ httpPort, environment: { SALLYPORT_SITE_URL: url } });
    // Whoever changes their second factors is signed out everywhere; a token stays.
    admin = await ApiClient.withToken(product.url, "admin", adminPassword);
    browser = await openBrowser();
    page = await browser.context.newPage();
    person = new ConsolePerson(page, url);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await provider?.close();
    await product?.dispose();
  });

  /** The first step of a sign-in, as far as the page of the second one. */
  async function givePassword(on: Page): Promise<void> {
    await on.goto(`${url}/core/auth/login/?next=${encodeURIComponent(securityPath)}`);
    await on.getByLabel("Username").fill("admin");
    await on.getByLabel("Password").fill(adminPassword);
    await on.getByRole("button", { name: "Sign in", exact: true }).click();
    await on.getByRole("heading", { name: "Second factor" }).waitFor();
  }
  const inside = (on: Page) => on.waitForURL((at) => at.pathname.startsWith("/ui/profile/setting"));
  const signOut = (on: Page) => on.goto(`${url}/core/auth/logout/`);

  it("an authenticator is set up by its key, with recovery codes to keep", async () => {
    await person.signIn("admin", adminPassword);
    await person.open("/core/auth/profile/mfa/");
    await page.getByRole("link", { name: "Set up" }).first().click();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("link", { name: "I have an app" }).click();
    await page.getByRole("img", { name: "QR code with the key" }).waitFor();
    secret = ((await page.locator(".key code").textContent()) ?? "").replaceAll(/\s/g, "");
    await page.getByLabel("Password").fill(adminPassword);
    await page.getByLabel("6-digit code").fill(nextCode());
    await page.getByRole("button", { name: "Set up an authenticator" }).click();
    await page.getByRole("heading", { name: "Your authenticator is set up" }).waitFor();
    recoveryCodes = await page.locator("#recovery-codes code").allInnerTexts();
    expect(new Set(recoveryCodes).size).toBe(10);
    await page.getByRole("link", { name: /I saved them/ }).click();
    await page.waitForURL(/\/core\/auth\/login\//);
  });

  it("its code is asked for at the next sign-in, and a wrong one refused", async () => {
    await givePassword(page);
    // A pending sign-in is no sign-in.
    expect((await page.request.get(`${url}/api/v1/users/profile/`)).status()).toBe(401);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("6 attempts left").waitFor();
    await page.getByLabel("Code").fill(nextCode());
    await page.getByRole("button", { name: "Continue" }).click();
    await inside(page);
    await person.reads("10 codes left");
  });

  it("an SSH client is allowed in the browser, and its key gets in by itself until it is revoked", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "ssh-in-browser-"));
    const [key, askpass] = [path.join(folder, "key"), path.join(folder, "askpass")];
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    // Whoever is asked presses Enter.
    await writeFile(askpass, "#!/bin/sh\necho\n", { mode: 0o755 });
    /** Plain `ssh` with the key; answers what it said, once it has ended. */
    const ssh = async (mode: "asks" | "batch", told: (said: string) => void = () => undefined) => {
      const options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes"];
      if (mode === "batch") options.push("BatchMode=yes");
      const child = spawn(
        "ssh",
        [
          ...["-F", "none", "-v", "-i", key, "-p", String(product.sshPort)],
          ...options.flatMap((option) => ["-o", option]),
          ...["admin@127.0.0.1", "exit"],
        ],
        {
          env: { PATH: process.env.PATH, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: "force", DISPLAY: ":0" },
        },
      );
      let said = "";
      child.stderr.on("data", (data: Buffer) => {
        said += data.toString();
        told(said);
      });
      await once(child, "close");
      return said;
    };
    try {
      await person.open("/ui/settings/terminal");
      await page.getByRole("switch", { name: "Browser sign-in" }).click();
      await person.save();
      const shown: { ended?: Promise<string> } = {};
      const { link, code } = await new Promise<{ readonly link: string; readonly code: string }>(
        (resolve) => {
          shown.ended = ssh("asks", (said) => {
            const [, link] = /https?:\/\/[^/\s]+(\/core\/auth\/ssh\/\S+)/.exec(said) ?? [];
            const [, code] = /enter the code (\d{3} \d{3})/.exec(said) ?? [];
            if (link !== undefined && code !== undefined) resolve({ link, code });
          });
        },
      );
      await page.goto(url + link);
      await page.getByRole("heading", { name: "Allow SSH connection" }).waitFor();
      await page.getByText("OpenSSH").waitFor();
      await page.getByLabel("Code in the terminal").fill("000 000");
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("not the one in the terminal").waitFor();
      await page.getByLabel("Code in the terminal").fill(code);
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("Go back to your terminal").waitFor();
      expect(await shown.ended).toMatch(/Authenticated to \S+ \(\S+\) using "keyboard-interactive"/);
      expect(await ssh("batch")).toMatch(/Authenticated to \S+ \(\S+\) using "publickey"/);
      await person.open("/ui/profile/setting?activeTab=SSHUpdate");
      await person.reads("Signed keys");
      await page.getByRole("button", { name: /^Revoke SHA256/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await person.reads("No key is signed");
      expect(await ssh("batch")).toContain("Permission denied");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("a recovery code signs in once", async () => {
    const [code = ""] = recoveryCodes;
    for (const isFirst of [true, false]) {
      const other = await (await browser.profile()).newPage();
      await givePassword(other);
      await other.getByLabel("Method").selectOption("recovery_code");
      await other.getByLabel("Code", { exact: true }).fill(code);
      await other.getByRole("button", { name: "Continue" }).click();
      if (isFirst) await inside(other);
      else await other.getByText(/Wrong or already used code/).waitFor();
      await other.context().close();
    }
  });

  it("a passkey is added, signs in by itself, and confirms", async () => {
    await givePasskeyDevice(page);
    await person.open(securityPath);
    await page.getByRole("button", { name: "Add passkey" }).click();
    await person.fill("Name", "Work laptop");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Verification code").fill(nextCode());
    await person.reads("The passkey was added");
    await person.reads("Work laptop");

    await signOut(page);
    await page.goto(`${url}/core/auth/login/?next=${encodeURIComponent(securityPath)}`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await inside(page);
    await person.reads(/Last used/);

    // A new session has confirmed nothing yet.
    await page.getByRole("button", { name: "Generate new codes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Generate new codes" }).click();
    const asked = page.getByRole("dialog").filter({ hasText: "Confirm your identity" });
    await asked.getByRole("combobox").click();
    await page.locator(".ant-select-item-option", { hasText: "Passkey" }).click();
    await asked.getByRole("button", { name: "Use passkey" }).click();
    await page.getByRole("button", { name: "I have saved them" }).waitFor();
    const fresh = await page.locator(".recovery-codes code").allInnerTexts();
    expect(fresh).toHaveLength(10);
    expect(fresh.some((code) => recoveryCodes.includes(code))).toBe(false);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await person.reads("10 codes left");

    await page.getByRole("button", { name: "Delete Work laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await person.reads("You do not have any passkeys yet");
    await signOut(page);
    await page.goto(`${url}/core/auth/login/`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("The passkey was not accepted").waitFor();
    expect(person.complaints).toEqual([]);
  });

  /** Somebody of the provider, in a browser of their own, who comes in by it. */
  async function openStranger(name: string) {
    const stranger = await (await browser.profile()).newPage();
    return {
      page: stranger,
      async come(): Promise<void> {
        // The console would notice that it is signed out, and begin a sign-in of its own.
        await stranger.goto("about:blank");
        await stranger.context().clearCookies();
        await stranger.goto(`${url}/core/auth/openid/login/?next=${encodeURIComponent(securityPath)}`);
        await signInAtOpenId(stranger, name);
        await stranger.waitForURL((at) => at.origin === url);
      },
      async whoami(): Promise<string | null> {
        const answer = await stranger.request.get(`${url}/api/v1/users/profile/`);
        return answer.status() === 200 ? (await answer.json()).username : null;
      },
    };
  }

  it("a passkey is asked for on top of a provider, until a setting leaves that to it", async () => {
    provider = await startOpenIdPeer(url);
    for (const name of ["olga", "otto"])
      provider.people.set(name, { preferred_username: name, name, email: `${name}@idp.test` });
    await admin.patch("/api/v1/settings/setting/?category=oidc", {
      AUTH_OPENID: true,
      AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer,
      AUTH_OPENID_CLIENT_ID: provider.clientId,
      AUTH_OPENID_CLIENT_SECRET: provider.clientSecret,
      AUTH_OPENID_SCOPES: "openid profile email",
    });
    const { page: olga, come, whoami } = await openStranger("olga");
    await givePasskeyDevice(olga);
    await come();
    const console = new ConsolePerson(olga, url);
    await console.completeAccount();
    await console.open(securityPath);
    await olga.getByRole("button", { name: "Add passkey" }).click();
    await console.fill("Name", "Her laptop");
    await olga.getByRole("button", { name: "Continue" }).click();
    await console.reads("The passkey was added");

    await come();
    await olga.getByRole("heading", { name: "Second factor" }).waitFor();
    expect(await whoami()).toBeNull();
    await olga.getByRole("button", { name: "Use a passkey" }).click();
    await inside(olga);
    expect(await whoami()).toBe("olga");

    const leave = (value: boolean) =>
      admin.patch("/api/v1/settings/setting/?category=security_auth", {
        SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: value,
      });
    await leave(false);
    await come();
    await inside(olga);
    expect(await whoami()).toBe("olga");
    await leave(true);
    await come();
    await olga.getByRole("heading", { name: "Second factor" }).waitFor();
    await olga.context().close();
  });

  it("a code is set up and asked for on top of a provider", async () => {
    const { page: otto, come, whoami } = await openStranger("otto");
    await come();
    await expect.poll(whoami).toBe("otto");
    const [{ id }] = await admin.get("/api/v1/users/users/?username=otto");
    await admin.patch(`/api/v1/users/users/${id}/`, { mfa_level: 1 });
    await come();
    await otto.getByRole("link", { name: "Continue" }).click();
    await otto.getByRole("link", { name: "I have an app" }).click();
    const key = ((await otto.locator(".key code").textContent()) ?? "").replaceAll(/\s/g, "");
    const code = (steps: number) => generateSync({ secret: key, epoch: Date.now() / 1000 + 30 * steps });
    await otto.getByLabel("6-digit code").fill(code(0));
    await otto.getByRole("button", { name: "Set up an authenticator" }).click();
    await otto.getByRole("heading", { name: "Your authenticator is set up" }).waitFor();
    await come();
    await otto.getByRole("heading", { name: "Second factor" }).waitFor();
    expect(await whoami()).toBeNull();
    await otto.getByLabel("Code").fill(code(1));
    await otto.getByRole("button", { name: "Continue" }).click();
    await inside(otto);
    expect(await whoami()).toBe("otto");
    await otto.context().close();
  });
});
