import { literal, type Message } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { type AutomationItem, automationItems } from "./automation.ts";
import { kindText } from "./texts.ts";

/** The categories, in the order the console shows them. */
export const categoryNames = ["host", "device", "database", "cloud", "web", "gpt", "custom"] as const;

/** One of the seven categories. */
export type Category = (typeof categoryNames)[number];

/** What a type allows its platforms. Contract: docs/contract/assets.md, "Constraints". */
export interface TypeRules {
  readonly charsetEnabled?: boolean;
  readonly domainEnabled: boolean;
  readonly suEnabled: boolean;
  readonly suMethods?: readonly string[];
  /** Protocol names in order; the first is the default. */
  readonly protocols: readonly string[];
  readonly ansibleEnabled: boolean;
  readonly ansibleConfig?: Readonly<Record<string, Json>>;
  /** Items that may be switched on. */
  readonly items: readonly AutomationItem[];
  /** Items not mentioned at all in the constraints. */
  readonly withoutItems?: readonly AutomationItem[];
}

/** A type of platform within a category. */
export interface PlatformType {
  readonly value: string;
  readonly label: Message;
  readonly category: Category;
  readonly rules: TypeRules;
}

const hostRules = (rules: Partial<TypeRules> & Pick<TypeRules, "protocols">): TypeRules => ({
  charsetEnabled: true,
  domainEnabled: true,
  suEnabled: true,
  suMethods: ["sudo", "su"],
  ansibleEnabled: true,
  ansibleConfig: { ansible_connection: "smart" },
  items: automationItems,
  ...rules,
});

const unixLike = hostRules({ protocols: ["ssh", "sftp", "telnet", "vnc", "rdp"] });

const deviceRules: TypeRules = {
  domainEnabled: true,
  suEnabled: true,
  suMethods: ["enable", "super", "super_level"],
  protocols: ["ssh", "telnet", "sftp"],
  ansibleEnabled: true,
  ansibleConfig: { ansible_connection: "local", first_conn_delay_time: 0.5 },
  items: ["ping", "verify_account", "change_secret"],
};

const databaseRules = (
  protocol: string,
  items: readonly AutomationItem[] = automationItems.filter((item) => item !== "gather_facts"),
): TypeRules => ({
  domainEnabled: true,
  suEnabled: false,
  protocols: [protocol],
  ansibleEnabled: items.length > 0,
  ansibleConfig: { ansible_connection: "local" },
  items,
});

/** An addition to the contract, which automates nothing on Redis. */
const redisItems = ["ping", "verify_account", "change_secret", "push_account"] as const;

const manualRules = (protocol: string, rules: Partial<TypeRules> = {}): TypeRules => ({
  domainEnabled: false,
  suEnabled: false,
  protocols: [protocol],
  ansibleEnabled: false,
  items: [],
  ...rules,
});

const cloudRules = { ansibleConfig: {}, withoutItems: ["ping"] } as const;

const type = (
  category: Category,
  value: string,
  label: Message | string,
  rules: TypeRules,
): PlatformType => ({
  value,
  label: typeof label === "string" ? literal(label) : label,
  category,
  rules,
});

/** Every built-in type, in the order they are shown in. */
export const platformTypes: readonly PlatformType[] = [
  type("host", "linux", "Linux", unixLike),
  type("host", "unix", "Unix", unixLike),
  type(
    "host",
    "windows",
    "Windows",
    hostRules({
      suEnabled: false,
      protocols: ["rdp", "ssh", "sftp", "vnc", "winrm"],
      ansibleConfig: { ansible_shell_type: "cmd", ansible_connection: "smart" },
    }),
  ),
  type("host", "other", kindText.other, {
    ...unixLike,
    suEnabled: false,
    ansibleEnabled: false,
    items: [],
  }),
  type("device", "general", kindText.general, deviceRules),
  type("device", "switch", kindText.switch, deviceRules),
  type("device", "router", kindText.router, deviceRules),
  type("device", "firewall", kindText.firewall, deviceRules),
  type("database", "mysql", "MySQL", databaseRules("mysql")),
  type("database", "mariadb", "MariaDB", databaseRules("mariadb")),
  type("database", "postgresql", "PostgreSQL", databaseRules("postgresql")),
  type("database", "oracle", "Oracle", databaseRules("oracle")),
  type("database", "sqlserver", "SQLServer", databaseRules("sqlserver")),
  type("database", "clickhouse", "ClickHouse", databaseRules("clickhouse", [])),
  type("database", "mongodb", "MongoDB", databaseRules("mongodb")),
  type("database", "redis", "Redis", databaseRules("redis", redisItems)),
  type("cloud", "k8s", "Kubernetes", manualRules("k8s", { ...cloudRules, domainEnabled: true })),
  type("cloud", "public", kindText.public, manualRules("http", cloudRules)),
  type("cloud", "private", kindText.private, manualRules("http", cloudRules)),
  type("web", "website", kindText.website, manualRules("http")),
  type("gpt", "chatgpt", "ChatGPT", manualRules("chatgpt")),
];

/** What types of custom platforms allow: any protocol, and none of the switches. */
const customRules: TypeRules = {
  domainEnabled: false,
  suEnabled: false,
  protocols: [],
  ansibleEnabled: false,
  items: [],
};

/** What a type allows its platforms; undefined when the category has no such type. */
export function rulesOf(category: string, value: string): TypeRules | undefined {
  if (category !== "custom") return findType(category, value)?.rules;
  return platformTypes.some((item) => item.value === value) ? undefined : customRules;
}

/** The built-in type of that category and value, or undefined. */
export function findType(category: string, value: string): PlatformType | undefined {
  return platformTypes.find((item) => item.category === category && item.value === value);
}
