import { organizationIds } from "../areas/organizations/index.ts";
import type { DemoApi } from "./api.ts";
import type { demoOrganizations } from "./estate.ts";
import { addMissing, listed } from "./listed.ts";
import { shellAssetName } from "./shell-asset.ts";

type OrganizationName = (typeof demoOrganizations)[number];

/** Labels, by the beginning of the names of the assets that have them. */
const labels: readonly (readonly [name: string, value: string, prefixes: readonly string[]])[] = [
  ["environment", "production", ["web-prod", "app-prod", "batch-prod", "pg-prod", "mysql-prod", "shop-"]],
  ["environment", "staging", ["web-stage", "app-stage"]],
  ["environment", "development", ["build"]],
  ["team", "databases", ["pg-", "mysql-", "ora-", "redis-", "till-db", "samples-db"]],
  ["team", "network", ["core-sw", "acc-sw", "edge-rt", "shop-fw", "lab-sw"]],
  ["机房", "东京", ["tyo-"]],
];

/** Networks that are entered by a gateway. */
const domains: readonly {
  readonly organization: OrganizationName;
  readonly name: string;
  readonly prefix: string;
  readonly gateways: readonly (readonly [name: string, address: string])[];
}[] = [
  {
    organization: "Default",
    name: "Tokyo data centre",
    prefix: "tyo-",
    gateways: [
      ["tyo-gateway-1", "192.0.2.251"],
      ["tyo-gateway-2", "192.0.2.252"],
    ],
  },
  {
    organization: "Retail",
    name: "Shop networks",
    prefix: "shop-north",
    gateways: [["shop-gateway", "198.51.100.251"]],
  },
  {
    organization: "Research",
    name: "Instrument network",
    prefix: "instrument",
    gateways: [["lab-gateway", "203.0.113.251"]],
  },
];

const templates: readonly (readonly [name: string, username: string, privileged: boolean])[] = [
  ["Linux root", "root", true],
  ["Deployment", "deploy", false],
  ["Database administrator", "dba", true],
  ["Network administrator", "netadmin", true],
];

const commandGroups: readonly (readonly [name: string, type: "command" | "regex", content: string])[] = [
  ["Power off and restart", "command", "reboot\nshutdown\nhalt\npoweroff\ninit 0\ninit 6"],
  ["Destructive commands", "regex", "rm\\s+-[a-z]*r[a-z]*\\s+/|mkfs|dd\\s+.*of=/dev/"],
  ["Secrets on disk", "regex", "cat\\s+/etc/shadow|cat\\s+\\S*id_(rsa|ed25519)"],
];

/**
 * What administrators keep beside assets: labels, domains with gateways, templates of accounts, groups of commands and
 * accounts that were found on machines. What is there already stays as it is.
 */
export async function makeCatalogue(
  api: DemoApi,
  name: OrganizationName,
  organization: string,
  newPassword: () => string,
): Promise<void> {
  const assets = await listed(api, "assets/assets/?fields=id,name", organization);
  const idsOf = (prefixes: readonly string[]): string[] =>
    assets.filter((asset) => prefixes.some((prefix) => asset.name.startsWith(prefix))).map(({ id }) => id);
  const known = await listed(api, "assets/labels/", organization);
  for (const [label, value, prefixes] of labels) {
    const labelled = idsOf(prefixes);
    if (labelled.length === 0 || known.some((one) => one.name === label && one.value === value)) continue;
    await api.call("POST", "assets/labels/", organization, { name: label, value, assets: labelled });
  }
  const add = (path: string, bodies: Parameters<typeof addMissing>[3]) =>
    addMissing(api, path, organization, bodies);
  const own = domains.filter((domain) => domain.organization === name);
  await add(
    "assets/domains/",
    own.map((domain) => ({ name: domain.name, assets: idsOf([domain.prefix]) })),
  );
  const made = await listed(api, "assets/domains/", organization);
  await add(
    "assets/gateways/",
    own.flatMap((domain) =>
      domain.gateways.map(([gateway, address]) => ({
        name: gateway,
        address,
        platform: 11,
        protocols: [{ name: "ssh", port: 22 }],
        nodes_display: [`/${name}`],
        domain: made.find((one) => one.name === domain.name)?.id ?? null,
        accounts: [
          {
            name: "jump",
            username: "jump",
            secret_type: "password",
            secret: newPassword(),
            privileged: true,
          },
        ],
      })),
    ),
  );
  await add(
    "accounts/account-templates/",
    templates.map(([template, username, privileged]) => ({
      name: template,
      username,
      privileged,
      secret_type: "password",
      secret: newPassword(),
    })),
  );
  await add(
    "acls/command-groups/",
    commandGroups.map(([group, type, content]) => ({ name: group, type, content })),
  );
  await findAccounts(api, organization, idsOf(["build-", "stock-", "login-"]));
}

/** Accounts found on the machines that nobody has taken over. */
async function findAccounts(api: DemoApi, organization: string, assetIds: readonly string[]): Promise<void> {
  const path = "accounts/gathered-accounts/";
  if ((await listed(api, path, organization)).length > 0) return;
  const bodies = assetIds
    .slice(0, 6)
    .flatMap((asset) => ["backup", "monitoring"].map((username) => ({ asset, username })));
  if (bodies.length > 0) await api.call("POST", path, organization, bodies);
}

/** Work on the machine that can be reached: its tasks have logs and results. */
export async function startTasks(api: DemoApi): Promise<void> {
  const organization = organizationIds.default;
  const [asset] = await listed(api, `assets/hosts/?name=${encodeURIComponent(shellAssetName)}`, organization);
  if (asset === undefined) return;
  const accounts = (await listed(api, `accounts/accounts/?asset=${asset.id}`, organization)).map(
    ({ id }) => id,
  );
  for (const action of ["test", "refresh"])
    await api.call("POST", "assets/assets/tasks/", organization, { action, assets: [asset.id] });
  if (accounts.length > 0)
    await api.call("POST", "accounts/accounts/tasks/", organization, { action: "verify", accounts });
}
