import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LdapTestServer, slapdMissing, startLdapServer } from "../server/src/testing/ldap-server.ts";
import { browserMissing } from "./support/browser.ts";
import { ConsolePerson } from "./support/console.ts";
import { useStage } from "./support/use-stage.ts";

const page = "/ui/settings/auth?activeTab=Ldap";

/** The attributes of the test's directory, as an administrator types them. */
const map = { username: "uid", name: "cn", email: "mail", groups: "seeAlso", is_active: "employeeType" };

describe.skipIf(browserMissing() !== null || slapdMissing())("people of a directory", () => {
  const stage = useStage();
  let ldap: LdapTestServer;

  beforeAll(async () => {
    const crowd = Array.from({ length: 30 }, (_, index) => ({
      uid: `person${index}`,
      name: `Person ${index}`,
      mail: `person${index}@corp.test`,
    }));
    ldap = await startLdapServer({
      people: [
        {
          uid: "hanako",
          name: "Hanako Mori",
          mail: "hanako@corp.test",
          password: "Hanako-secret-1",
          groups: ["ops"],
          state: "TRUE",
        },
        ...crowd,
      ],
      groups: { ops: [] },
    });
  });
  afterAll(() => ldap?.close());

  it("are set up, tested and imported by an administrator, and sign in", async () => {
    const person = new ConsolePerson(await stage().page(stage().people.admin), stage().url);
    const dialog = person.page.getByRole("dialog");
    const button = (name: string | RegExp) => person.page.getByRole("button", { name, exact: true });
    await person.open(page);
    await person.fill("Server address", ldap.uri);
    await person.fill("Bind DN", ldap.bindDn);
    await person.page.locator("[data-field=AUTH_LDAP_BIND_PASSWORD] button").click();
    await person.fill("Bind password", "wrong");
    await person.fill("Search base", ldap.people);
    await person.fill("User filter", "(uid=%(user)s)");
    await person.page.getByLabel("Attribute map", { exact: true }).fill(JSON.stringify(map));
    await button("Test connection").click();
    await person.reads("The directory rejected the bind DN or its password");
    await person.fill("Bind password", ldap.bindPassword);
    await button("Test connection").click();
    await person.reads("31 users match the filter. Sign-in with LDAP is still off.");
    await person.page.getByRole("switch", { name: "Sign-in with LDAP", exact: true }).click();
    await person.saveAndWait();
    // The input goes once the saved settings have been read again.
    await person.page.locator("[data-field=AUTH_LDAP_BIND_PASSWORD] input").waitFor({ state: "detached" });
    expect(await person.page.content()).not.toContain(ldap.bindPassword);

    await button("Test sign-in").click();
    await dialog.getByLabel("Username").fill("hanako");
    await dialog.getByLabel("Password").fill("Hanako-secret-1");
    await dialog.getByRole("button", { name: "Test connection" }).click();
    await person.reads("hanako can sign in");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });

    await button("Import users").click();
    await dialog.getByPlaceholder("Search").fill("mori");
    await dialog
      .getByRole("row", { name: /hanako/ })
      .getByRole("checkbox")
      .check();
    await dialog.getByRole("button", { name: "Import 1 user" }).click();
    await person.reads("1 user imported into");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const hers = new ConsolePerson(await stage().page(null), stage().url);
    await hers.signIn("hanako", "Hanako-secret-1");
    await hers.completeAccount();
    await hers.reads("Hanako Mori");
    expect([...person.complaints, ...hers.complaints]).toEqual([]);
  });

  it("are refused by a sign-in rule, and read so", async () => {
    // Else who was refused once is asked for a sum.
    await stage().admin.patch("/api/v1/settings/setting/?category=security_auth", {
      SECURITY_LOGIN_CAPTCHA_ENABLED: false,
    });
    const [hanako] = await stage().admin.get("/api/v1/users/users/?username=hanako");
    const rule = await stage().admin.post("/api/v1/acls/login-acls/", {
      name: "not hanako",
      users: { type: "ids", ids: [hanako.id] },
      rules: { ip_group: ["*"], time_period: [] },
      action: "reject",
    });
    const page = await stage().page(null);
    await page.goto(`${stage().url}/core/auth/login/?admin=1`);
    await page.getByLabel("Username").fill("hanako");
    await page.getByLabel("Password").fill("Hanako-secret-1");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "cannot sign in from this address" }).waitFor();
    const log = await stage().admin.get("/api/v1/audits/login-logs/?username=hanako&limit=1");
    expect(log.results[0]).toMatchObject({
      reason: "acl_not_allow",
      backend: "LDAP",
      status: { value: false },
    });
    await stage().admin.delete(`/api/v1/acls/login-acls/${rule.id}/`);
  });

  it("are signed out and refused once the directory has disabled them", async () => {
    const hers = new ConsolePerson(await stage().page(null), stage().url);
    await hers.signIn("hanako", "Hanako-secret-1");
    await hers.reads("Hanako Mori");
    await ldap.setState("hanako", "FALSE");
    const { task } = await stage().admin.post("/api/v1/sallyport/ldap/sync/run/", {});
    await expect
      .poll(async () => (await stage().admin.get(`/api/v1/ops/task-executions/${task}/`)).is_success, {
        timeout: 30_000,
      })
      .toBe(true);
    await hers.page.reload();
    await hers.page.waitForURL(/\/core\/auth\/login\//);
    await hers.page.getByLabel("Username").fill("hanako");
    await hers.page.getByLabel("Password").fill("Hanako-secret-1");
    await hers.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await hers.page.getByRole("alert").filter({ hasText: "disabled" }).waitFor();
  });
});
