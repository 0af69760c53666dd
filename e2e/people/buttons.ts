import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bindAuthenticator } from "../support/authenticator.ts";
import { ConsolePerson } from "../support/console.ts";
import type { Stage } from "../support/stage.ts";

const publicKey =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJqB1ZJ1V1ZlX0p9YkQy1J5d1dDpC0o9bF1l3kqY2nQx somebody@example";

/** Every button for people that changes something, pressed by an administrator in front of the real server. */
export function describeButtons(stage: () => Stage): void {
  describe("buttons", () => {
    const administrator = async (): Promise<ConsolePerson> =>
      new ConsolePerson(await stage().page(stage().people.admin), stage().url);
    const dialogButton = (page: Page, name: string): Locator =>
      page.getByRole("dialog").getByRole("button", { name, exact: true });
    const bulk = async (page: Page, name: RegExp): Promise<void> => {
      await page.getByRole("button", { name: /\d+ selected$/ }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    /** Looks out for a message before what brings it is done: it stays for two seconds, which a busy machine misses. */
    const brings = (person: ConsolePerson, text: string, action: Promise<void>) =>
      Promise.all([person.reads(text, 30_000), action]);

    it("select several: into a group, unblocked, and out of the organization", async () => {
      const people = [await stage().newPerson(), await stage().newPerson()];
      for (const { username } of people) {
        for (let attempt = 0; attempt < 8; attempt += 1) {
          await stage().admin.raw("POST", "/api/v1/authentication/auth/", { username, password: "wrong" });
        }
      }
      const person = await administrator();
      const { page } = person;
      await person.open("/ui/console/users?search=zoe zander&page_size=100");
      const select = async () => {
        for (const { username } of people) await person.row(username).getByRole("checkbox").check();
      };
      await select();
      await brings(person, "2 users can sign in again", bulk(page, /^Unblock 2 users$/));
      await select();
      await bulk(page, /^Edit selected$/);
      const update = page.getByRole("dialog", { name: "Edit 2 users" });
      await update.getByRole("checkbox", { name: "User groups" }).check();
      await update.getByLabel("User groups", { exact: true }).last().click();
      await page.keyboard.type("Operations");
      await page.locator(".ant-select-item-option", { hasText: "Operations" }).click();
      await page.keyboard.press("Escape");
      await brings(person, "Updated 2 users", update.getByRole("button", { name: "Save changes" }).click());
      for (const { username } of people) await person.row(username).getByText("Operations").waitFor();
      await select();
      await bulk(page, /^Remove selected from organization$/);
      await brings(
        person,
        "2 users were removed from the organization",
        dialogButton(page, "Remove").click(),
      );
      for (const { username } of people) await person.row(username).waitFor({ state: "detached" });
      expect(person.complaints).toEqual([]);
    });

    it("reset second factors and a public key, and unblock, on somebody's page", async () => {
      const other = await stage().newPerson();
      const key = await stage().admin.raw("PATCH", `/api/v1/users/users/${other.id}/`, {
        public_key: publicKey,
      });
      expect(key.status).toBe(200);
      await bindAuthenticator(stage().product.url, other);
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const { username } = other;
        await stage().admin.raw("POST", "/api/v1/authentication/auth/", { username, password: "wrong" });
      }
      const person = await administrator();
      const { page } = person;
      await person.open(`/ui/console/users/${other.id}?activeTab=UserInfo`);
      const action = (title: string) => page.locator(".quick-action", { hasText: title }).getByRole("button");
      await action("Unblock sign-in").click();
      await person.reads(/can sign in again immediately/);
      await action("Second factors").click();
      await dialogButton(page, "Reset").click();
      await person.reads(/^The second factors of .* were reset$/);
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLElement>(".quick-action")]
          .filter((row) => /Unblock/.test(row.textContent ?? ""))
          .every((row) => row.querySelector("button")?.disabled === true),
      );
      await action("SSH public key").click();
      await dialogButton(page, "Reset").click();
      await person.reads(/^The public key of .* was removed$/);
      const { is_otp_secret_key_bound: isBound, login_blocked: isBlocked } = await stage().admin.get(
        `/api/v1/users/users/${other.id}/`,
      );
      expect([isBound, isBlocked]).toEqual([false, false]);
      expect(person.complaints).toEqual([]);
    });

    it("fill a group with everybody, take one out, and show what its members may connect to", async () => {
      const { admin } = stage();
      const group = await admin.post("/api/v1/users/groups/", { name: "Storm watch" });
      const [host] = await admin.get("/api/v1/assets/hosts/?limit=1").then(({ results }) => results);
      await admin.post("/api/v1/perms/asset-permissions/", {
        name: "Storm watch",
        user_groups: [group.id],
        assets: [host.id],
        accounts: ["@ALL", "@INPUT"],
      });
      const person = await administrator();
      const { page } = person;
      await person.open(`/ui/console/groups/${group.id}?activeTab=GroupUser`);
      await person.reads("The group has no members yet");
      await page.getByRole("button", { name: "Add all" }).click();
      await dialogButton(page, "Add all").click();
      await person.reads("Everyone is now a member of Storm watch");
      await person.row("operator").getByRole("button", { name: "Remove" }).click();
      await dialogButton(page, "Remove").click();
      await person.reads("Tom Okafor was removed from the group");
      await person.row("operator").waitFor({ state: "detached" });
      await page.getByRole("tab", { name: "Granted assets" }).click();
      await person.row(host.name).getByRole("button", { name: "Accounts" }).click();
      await page.getByRole("dialog").getByText("Manual input").waitFor();
      expect(person.complaints).toEqual([]);
    });

    it("give a role to somebody in an organization and take it away again", async () => {
      const { admin } = stage();
      const role = await admin.post("/api/v1/rbac/org-roles/", { name: "Lookout", scope: "org" });
      const other = await stage().newPerson();
      const person = await administrator();
      const { page } = person;
      await person.open(`/ui/console/roles/${role.id}?scope=org&activeTab=RoleUsers`);
      await person.reads("No users have this role yet.");
      await page.getByLabel("In organization", { exact: true }).click();
      await page.locator(".ant-select-item-option", { hasText: "Default" }).click();
      await page.getByLabel("Users", { exact: true }).last().click();
      await page.keyboard.type(other.username);
      await page.locator(".ant-select-item-option", { hasText: other.username }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Assign", exact: true }).click();
      await person.reads("The role was assigned to 1 user");
      await person.row(other.username).getByRole("button", { name: "Delete" }).click();
      await dialogButton(page, "Delete").click();
      await person.reads("No users have this role yet.");
      const held = await admin.get(`/api/v1/users/users/${other.id}/`);
      expect(held.org_roles.map(({ name }: { name: string }) => name)).toEqual(["OrgUser"]);
      expect(person.complaints).toEqual([]);
    });

    it("delete an organization that is empty", async () => {
      await stage().admin.post("/api/v1/orgs/orgs/", { name: "Short-lived" });
      const person = await administrator();
      const { page } = person;
      await person.open("/ui/settings/orgs");
      await page.getByRole("button", { name: "Actions for Short-lived" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("dialog").getByText("The organization is empty. This cannot be undone.").waitFor();
      await dialogButton(page, "Delete").click();
      await person.row("Short-lived").waitFor({ state: "detached" });
      expect(person.complaints).toEqual([]);
    });
  });
}
