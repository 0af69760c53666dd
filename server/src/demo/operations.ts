import type { FastifyInstance } from "fastify";
import { organizationIds } from "../areas/organizations/index.ts";
import { usersTable } from "../areas/users/index.ts";
import type { Services } from "../engine/services.ts";
import { type DemoApi, openDemoApi } from "./api.ts";
import { addMissing, listed } from "./listed.ts";
import { shellAssetName } from "./shell-asset.ts";

const organization = organizationIds.default;
const everybody = { type: "all" };

/** People of other companies, by their user names. */
const vendors = attributes("username", "startswith", "x.");
const network = attributes("name", "startswith", "edge-rt");
const databases = attributes("name", "startswith", "pg-prod");

/** The plan that looks for accounts on the machine that can be reached. */
const discovery = "Accounts on this machine";

/** Rules, plans and templates; who asks for access, and who has been given it. What is there already stays as it is. */
export async function makeOperations(
  api: DemoApi,
  fastify: FastifyInstance,
  services: Pick<Services, "config" | "db" | "sessions">,
  adminId: string,
): Promise<void> {
  await makeRules(api, adminId);
  await makePlans(api, adminId);
  await makeTemplates(api);
  const operator = await services.db
    .selectFrom(usersTable.as("users"))
    .select("id")
    .where("username", "=", "operator")
    .executeTakeFirst();
  if (operator === undefined) return;
  const theirs = await openDemoApi(fastify, services, operator.id);
  try {
    await askForAccess(api, theirs);
  } finally {
    await theirs.close();
  }
}

/** Looks for accounts on the machine that can be reached, once. */
export async function startDiscovery(api: DemoApi): Promise<void> {
  const [plan] = await listed(
    api,
    `accounts/gather-account-automations/?name=${encodeURIComponent(discovery)}`,
    organization,
  );
  if (plan !== undefined)
    await api.call("POST", "accounts/gather-account-executions/", organization, { automation: plan.id });
}

function attributes(name: string, match: string, value: string) {
  return { type: "attrs", attrs: [{ name, match, value }] };
}

async function makeRules(api: DemoApi, adminId: string): Promise<void> {
  const review = { action: "review", reviewers: [adminId] };
  const groups = await listed(api, "acls/command-groups/", organization);
  const groupIds = (names: readonly string[]) =>
    groups.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  const officeHours = [1, 2, 3, 4, 5].map((id) => ({ id, value: "09:00~18:00" }));
  await addMissing(api, "acls/login-acls/", organization, [
    {
      name: "Vendors sign in when an administrator agrees",
      users: vendors,
      rules: { ip_group: ["*"], time_period: [] },
      ...review,
    },
  ]);
  await addMissing(api, "acls/login-asset-acls/", organization, [
    {
      name: "Vendors reach the network in office hours",
      users: vendors,
      assets: network,
      accounts: ["@ALL"],
      rules: { ip_group: ["*"], time_period: officeHours },
      ...review,
    },
  ]);
  await addMissing(api, "acls/command-filter-acls/", organization, [
    {
      name: "No power off of the edge",
      users: everybody,
      assets: network,
      accounts: ["@ALL"],
      command_groups: groupIds(["Power off and restart"]),
      action: "reject",
    },
    {
      name: "Destructive commands on databases are told",
      users: everybody,
      assets: databases,
      accounts: ["@ALL"],
      command_groups: groupIds(["Destructive commands", "Secrets on disk"]),
      action: "warning",
      reviewers: [adminId],
    },
  ]);
  await addMissing(api, "acls/connect-method-acls/", organization, [
    { name: "Vendors use the browser", users: vendors, connect_methods: ["ssh_client", "sftp_client"] },
  ]);
}

/** None is scheduled: the hosts are made up, and nobody would answer at night. */
async function makePlans(api: DemoApi, adminId: string): Promise<void> {
  const assets = await listed(api, "assets/assets/?fields=id,name", organization);
  const idsOf = (prefix: string) => assets.filter(({ name }) => name.startsWith(prefix)).map(({ id }) => id);
  const plan = { is_periodic: false, recipients: [adminId] };
  await addMissing(api, "accounts/change-secret-automations/", organization, [
    {
      ...plan,
      name: "Root of web servers",
      accounts: ["root"],
      assets: idsOf("web-prod"),
      secret_type: "password",
      secret_strategy: "random",
    },
  ]);
  await addMissing(api, "accounts/push-account-automations/", organization, [
    {
      is_periodic: false,
      name: "Deploy key on build hosts",
      accounts: ["deploy"],
      assets: idsOf("build"),
      secret_type: "ssh_key",
      secret_strategy: "random",
    },
  ]);
  await addMissing(api, "accounts/gather-account-automations/", organization, [
    { is_periodic: false, name: discovery, assets: idsOf(shellAssetName) },
  ]);
  await addMissing(api, "accounts/account-backup-plans/", organization, [
    { ...plan, name: "Secrets of databases", types: ["mysql", "postgresql", "oracle"] },
  ]);
}

async function makeTemplates(api: DemoApi): Promise<void> {
  await addMissing(api, "ops/adhocs/", organization, [
    { name: "Disk usage", args: "df -h", is_shared: true, comment: "File systems, and how full they are." },
    { name: "Latest sign-ins", args: "last -n 20", is_shared: true },
    { name: "Listening services", args: "ss -ltn", is_shared: true },
  ]);
  const [asset] = await listed(api, `assets/hosts/?name=${encodeURIComponent(shellAssetName)}`, organization);
  if (asset === undefined) return;
  await addMissing(api, "ops/jobs/", organization, [
    {
      name: "Disk usage of this machine",
      args: "df -h",
      assets: [asset.id],
      runas: "demo",
      is_periodic: false,
      instant: false,
    },
  ]);
}

/** Two requests: one waits for the administrator, one was approved. */
async function askForAccess(api: DemoApi, theirs: DemoApi): Promise<void> {
  const path = "tickets/apply-asset-tickets/";
  if ((await listed(theirs, path, organization)).length > 0) return;
  const idOf = async (name: string) =>
    (await listed(api, `assets/assets/?name=${name}`, organization))[0]?.id;
  const ask = async (title: string, name: string, comment: string) =>
    (await theirs.call("POST", `${path}open/`, organization, {
      org_id: organization,
      title,
      apply_assets: [(await idOf(name)) ?? ""],
      apply_accounts: ["@ALL"],
      comment,
    })) as { readonly id: string };
  const approved = await ask(
    "Logs of the batch run",
    "batch-prod-01",
    "The run of last night stopped halfway.",
  );
  await api.call("PATCH", `${path}${approved.id}/approve/`, organization, {});
  await ask("Access for the quarter's close", "pg-prod-01", "The books close on Friday.");
}
