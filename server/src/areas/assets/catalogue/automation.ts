import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { methodText } from "./texts.ts";

/** What can be automated on an asset; each has an `_enabled`, a `_method` and `_params` on the platform. */
export const automationItems = [
  "ping",
  "gather_facts",
  "change_secret",
  "push_account",
  "verify_account",
  "gather_accounts",
] as const;

/** One of the six automation items. */
export type AutomationItem = (typeof automationItems)[number];

/** A way to carry out an automation item. */
export interface AutomationMethod {
  readonly id: string;
  readonly item: AutomationItem;
  readonly label: Message;
}

const targets: Readonly<Record<string, string>> = {
  posix: "Unix",
  windows: "Windows",
  aix: "AIX",
  ssh: "SSH",
  rdp: "RDP",
  mysql: "MySQL",
  postgresql: "PostgreSQL",
  oracle: "Oracle",
  sqlserver: "SQLServer",
  mongodb: "MongoDB",
  redis: "Redis",
};

const method = (
  item: AutomationItem,
  target: keyof typeof targets & string,
  id: string,
): AutomationMethod => ({
  id,
  item,
  label: withParameters(methodText[item], { target: targets[target] ?? target }),
});

const family = (target: string, ids: Partial<Record<AutomationItem, string>>): AutomationMethod[] =>
  (Object.entries(ids) as [AutomationItem, string][]).map(([item, id]) => method(item, target, id));

const posix = family("posix", {
  ping: "posix_ping",
  gather_facts: "gather_facts_posix",
  gather_accounts: "gather_accounts_posix",
  verify_account: "verify_account_posix",
  change_secret: "change_secret_posix",
  push_account: "push_account_posix",
});

const windows = family("windows", {
  ping: "win_ping",
  gather_facts: "gather_facts_windows",
  gather_accounts: "gather_accounts_windows",
  verify_account: "verify_account_windows",
  change_secret: "change_secret_local_windows",
  push_account: "push_account_local_windows",
});

const overSsh = family("ssh", {
  ping: "ping_by_ssh",
  verify_account: "verify_account_by_ssh",
  change_secret: "change_secret_by_ssh",
});

const overRdp = family("rdp", { ping: "ping_by_rdp", verify_account: "verify_account_by_rdp" });

const onDatabase = (name: string, ping: string, items: readonly AutomationItem[]): AutomationMethod[] =>
  family(name, {
    ping,
    ...Object.fromEntries(items.map((item) => [item, `${item}_${name}`])),
  } as Partial<Record<AutomationItem, string>>);

const databaseItems: readonly AutomationItem[] = [
  "gather_facts",
  "gather_accounts",
  "verify_account",
  "change_secret",
  "push_account",
];

const mysql = onDatabase("mysql", "mysql_ping", databaseItems);

/** Methods offered to a type, the type's own first: the console takes the first as default. */
export const methodsByType: Readonly<Record<string, readonly AutomationMethod[]>> = {
  linux: [...posix, ...overSsh],
  unix: [...posix, ...overSsh],
  windows: [...windows, ...overRdp, ...overSsh],
  general: overSsh,
  switch: overSsh,
  router: overSsh,
  firewall: overSsh,
  mysql,
  mariadb: mysql,
  postgresql: onDatabase("postgresql", "ping_postgresql", databaseItems),
  oracle: onDatabase("oracle", "oracle_ping", databaseItems),
  sqlserver: onDatabase("sqlserver", "sqlserver_ping", ["verify_account", "change_secret", "push_account"]),
  mongodb: onDatabase("mongodb", "mongodb_ping", databaseItems),
  redis: onDatabase("redis", "redis_ping", ["verify_account", "change_secret", "push_account"]),
};

/** Methods for one platform only, never offered by type. */
export const aixMethods = family("aix", {
  change_secret: "change_secret_aix",
  push_account: "push_account_aix",
});

/** The name of every method, by its id. */
export const methodLabels: ReadonlyMap<string, Message> = new Map(
  [...Object.values(methodsByType).flat(), ...aixMethods].map(({ id, label }) => [id, label]),
);

const posixParameters = { sudo: "/bin/whoami", shell: "/bin/bash", home: "", groups: "" };
const windowsParameters = { groups: "Users,Remote Desktop Users" };

/** Parameters of the methods that have any, with their defaults. Contract: docs/contract/assets.md, "Automation". */
export const methodParameters: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  change_secret_by_ssh: { commands: [""] },
  change_secret_aix: posixParameters,
  change_secret_local_windows: windowsParameters,
  change_secret_posix: posixParameters,
  push_account_aix: posixParameters,
  push_account_local_windows: windowsParameters,
  push_account_posix: posixParameters,
};
