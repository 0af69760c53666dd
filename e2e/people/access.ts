import { describe, expect, it } from "vitest";
import { ConsolePerson } from "../support/console.ts";
import type { Stage } from "../support/stage.ts";

const organizationAdmin = "00000000-0000-0000-0000-000000000005";
const organizationUser = "00000000-0000-0000-0000-000000000007";

/** What happens to people in the middle of their work when somebody changes what they may do. */
export function describeAccess(stage: () => Stage): void {
  describe("access that changes under somebody's hands", () => {
    it("goes on in another organization, and says so, for whoever is taken out of the one at hand", async () => {
      const { admin } = stage();
      const pier = await admin.post("/api/v1/orgs/orgs/", { name: "Pier" });
      const other = await stage().newPerson({ org_roles: [organizationAdmin] });
      await invite(pier.id, other.id, organizationAdmin);
      const theirs = new ConsolePerson(await stage().page(other), stage().url);
      const { page } = theirs;
      await theirs.open(`/ui/console/users?oid=${pier.id}`);
      await page.locator(".organization-select", { hasText: "Pier" }).waitFor();
      await theirs.open("/ui/console/users");
      await page.locator(".organization-select", { hasText: "Pier" }).waitFor();
      await theirs.row(other.username).waitFor();
      await leave(pier.id, other.id);
      await page.getByRole("button", { name: "Refresh", exact: true }).click();
      await theirs.reads("You no longer have access to Pier. You are now in Default.");
      await page.locator(".organization-select", { hasText: "Default" }).waitFor();
      await theirs.row("operator").waitFor();
      expect(theirs.complaints).toEqual([]);
    });

    it("goes on in the workbench for whoever may not use the console any more", async () => {
      const other = await stage().newPerson({ org_roles: [organizationAdmin] });
      const theirs = new ConsolePerson(await stage().page(other), stage().url);
      await theirs.open("/ui/console/users");
      await theirs.row("operator").waitFor();
      await stage().admin.patch(`/api/v1/users/users/${other.id}/`, { org_roles: [organizationUser] });
      await theirs.page.getByRole("button", { name: "Refresh", exact: true }).click();
      await theirs.reads("You do not have access to this page");
      await theirs.page.getByRole("button", { name: "Go to the home page" }).click();
      await theirs.page.waitForURL(/\/ui\/workbench/);
      expect(theirs.complaints).toEqual([]);
    });

    it("says to somebody whose roles allow nothing where they are and what to ask for", async () => {
      const { admin } = stage();
      const [system, org] = [
        await admin.post("/api/v1/rbac/system-roles/", { name: "Empty chair", scope: "system" }),
        await admin.post("/api/v1/rbac/org-roles/", { name: "Empty bench", scope: "org" }),
      ];
      const other = await stage().newPerson({ system_roles: [system.id], org_roles: [org.id] });
      const theirs = new ConsolePerson(await stage().page(other), stage().url);
      await theirs.open("/ui/");
      await theirs.reads("Your roles do not give access to anything yet");
      await theirs.reads("You belong to Default (Empty bench)");
      await admin.patch(`/api/v1/rbac/system-roles/${system.id}/`, {
        permissions: await workbench(),
      });
      await theirs.page.getByRole("button", { name: "Check again" }).click();
      await theirs.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      expect(theirs.complaints).toEqual([]);
    });

    // The last one: a failed sign-in has the sign-in page ask this address for more.
    it("ends with the next click for whoever is deactivated", async () => {
      const other = await stage().newPerson({ org_roles: [organizationAdmin] });
      const theirs = new ConsolePerson(await stage().page(other), stage().url);
      await theirs.open("/ui/console/users");
      await theirs.row("operator").waitFor();
      await stage().admin.patch(`/api/v1/users/users/${other.id}/`, { is_active: false });
      await theirs.page.getByRole("button", { name: "Refresh", exact: true }).click();
      await theirs.reads(/session has ended|sign in again/i);
      const refused = new ConsolePerson(await stage().page(null), stage().url);
      await refused.page.goto(`${stage().url}/core/auth/login/`);
      await refused.page.getByLabel("Username").fill(other.username);
      await refused.page.getByLabel("Password").fill(other.password);
      await refused.page.getByRole("button", { name: "Sign in" }).click();
      await refused.reads(/disabled|deactivated|inactive/i);
    });

    const inOrganization = (id: string) => `oid=${id}`;
    const invite = (organization: string, user: string, role: string) =>
      stage().admin.post(`/api/v1/users/users/invite/?${inOrganization(organization)}`, {
        users: [user],
        org_roles: [role],
      });
    const leave = (organization: string, user: string) =>
      stage().admin.post(`/api/v1/users/users/${user}/remove/?${inOrganization(organization)}`, {});
    const workbench = async (): Promise<number[]> => {
      const known: { id: number; codename: string }[] = await stage().admin.get(
        "/api/v1/rbac/permissions/?scope=system",
      );
      return known.filter(({ codename }) => codename === "view_workbench").map(({ id }) => id);
    };
  });
}
