import type { Json } from "../../../engine/json.ts";
import {
  type AutomationItem,
  aixMethods,
  automationItems,
  methodParameters,
  methodsByType,
} from "./automation.ts";
import { findProtocol } from "./protocols.ts";
import type { Category } from "./types.ts";

/** A protocol of a built-in platform. */
export interface BuiltInProtocol {
  readonly name: string;
  readonly port: number;
  readonly primary: boolean;
  readonly default: boolean;
  readonly public: boolean;
  readonly setting: Readonly<Record<string, Json>>;
}

/** A built-in platform as it is seeded. */
export interface BuiltInPlatform {
  readonly id: number;
  readonly name: string;
  readonly category: Category;
  readonly type: string;
  readonly internal: boolean;
  readonly domainEnabled: boolean;
  readonly suEnabled: boolean;
  readonly suMethod: string | null;
  readonly protocols: readonly BuiltInProtocol[];
  /** Columns of platform_automations. */
  readonly automation: Readonly<Record<string, Json>>;
}

type Settings = Readonly<Record<string, Json>>;

/**
 * Protocols in a short notation: name, then flags: `P` primary, `D` on new assets by default, `-` not offered to
 * users; e.g. `ssh:P`, `winrm:-`.
 */
function protocols(notation: string, settings: Readonly<Record<string, Settings>> = {}): BuiltInProtocol[] {
  return notation.split(" ").map((item) => {
    const [name = "", flags = ""] = item.split(":");
    return {
      name,
      port: findProtocol(name)?.port ?? 0,
      primary: flags.includes("P"),
      default: flags.includes("D"),
      public: !flags.includes("-"),
      setting: settings[name] ?? {},
    };
  });
}

function automation(config: Settings, items: readonly AutomationItem[], methods: Settings): Settings {
  return {
    ansible_enabled: items.length > 0,
    ansible_config: config,
    ...Object.fromEntries(
      automationItems.flatMap((item) => {
        const enabled = items.includes(item);
        const method = enabled ? (methods[item] ?? null) : null;
        const parameters =
          item === "push_account" && typeof method === "string" ? methodParameters[method] : undefined;
        return [
          [`${item}_enabled`, enabled],
          [`${item}_method`, method],
          [`${item}_params`, parameters ?? {}],
        ];
      }),
    ),
  };
}

/** The first method of each item: the type's own. */
function ownMethods(type: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const method of methodsByType[type] ?? []) found[method.item] ??= method.id;
  return found;
}

/** The folder of SFTP the platforms come with, because the contract says so. */
export const builtInSftpHome = "/tmp";

const ssh = { sftp_enabled: true, sftp_home: builtInSftpHome };
const rdp = (security: string) => ({ console: false, security });
const full = { ssh, rdp: rdp("any"), sftp: { sftp_home: builtInSftpHome } };
const legacy = {
  rdp: { ...rdp("any"), ad_domain: "" },
  sftp: { sftp_home: builtInSftpHome },
  winrm: { use_ssl: false },
  telnet: {
    username_prompt: "username:|login:",
    password_prompt: "password:",
    success_prompt: "success|成功|#|>|\\$",
  },
};
const website = {
  http: {
    username_selector: "name=username",
    password_selector: "name=password",
    submit_selector: "id=login_button",
    safe_mode: false,
  },
};

const posix = automation({ ansible_connection: "smart" }, automationItems, ownMethods("linux"));
const aix = automation({ ansible_connection: "smart" }, automationItems, {
  ...ownMethods("unix"),
  ...Object.fromEntries(aixMethods.map(({ item, id }) => [item, id])),
});
const onWindows = (connection: string) =>
  automation(
    { ansible_shell_type: "cmd", ansible_connection: connection },
    automationItems,
    ownMethods("windows"),
  );
const onDevice = automation(
  { ansible_connection: "local", first_connect_delay: 0.5 },
  ["ping", "change_secret", "verify_account"],
  ownMethods("general"),
);
const onDatabase = (type: string) =>
  automation(
    { ansible_connection: "local" },
    automationItems.filter((item) => item !== "gather_facts"),
    ownMethods(type),
  );
const off = (config: Settings = {}) => automation(config, [], {});

const platform = (
  id: number,
  name: string,
  category: Category,
  type: string,
  list: readonly BuiltInProtocol[],
  columns: Settings,
  more: Partial<BuiltInPlatform> = {},
): BuiltInPlatform => ({
  id,
  name,
  category,
  type,
  internal: true,
  domainEnabled: true,
  suEnabled: false,
  suMethod: null,
  protocols: list,
  automation: columns,
  ...more,
});

const unixProtocols = protocols("ssh:P telnet vnc rdp", full);
const linuxProtocols = protocols("ssh:P telnet vnc rdp sftp:D", full);
const windowsProtocols = (security: string) =>
  protocols("rdp:P ssh vnc winrm:-", { ssh, rdp: rdp(security), winrm: { use_ssl: false } });
const deviceProtocols = protocols("ssh:P telnet", { ssh });
const elevating = (suMethod: string | null) => ({ suEnabled: true, suMethod });
const unixPlatform = (id: number, name: string, columns: Settings = posix) =>
  platform(id, name, "host", "unix", unixProtocols, columns, elevating(null));
const databasePlatform = (
  id: number,
  name: string,
  type: string,
  automated = true,
  settings: Settings = {},
) =>
  platform(
    id,
    name,
    "database",
    type,
    protocols(`${type}:P`, { [type]: settings }),
    automated ? onDatabase(type) : off({ ansible_connection: "local" }),
  );

/** The platforms every installation has, by their stable ids. Contract: docs/contract/assets.md, "Built-in platforms". */
export const builtInPlatforms: readonly BuiltInPlatform[] = [
  platform(1, "Linux", "host", "linux", linuxProtocols, posix, elevating(null)),
  unixPlatform(2, "Unix"),
  unixPlatform(3, "macOS"),
  unixPlatform(4, "BSD"),
  platform(5, "Windows", "host", "windows", windowsProtocols("any"), onWindows("ssh")),
  platform(
    6,
    "Windows2016",
    "host",
    "windows",
    protocols("rdp:PD ssh:D sftp:D vnc:D winrm:D", legacy),
    onWindows("smart"),
    {
      internal: false,
    },
  ),
  platform(
    7,
    "Other",
    "host",
    "other",
    protocols("ssh:PD sftp:D telnet:D vnc:D rdp:D", legacy),
    off({ ansible_connection: "smart" }),
    { internal: false },
  ),
  platform(8, "Windows-RDP", "host", "windows", windowsProtocols("rdp"), onWindows("ssh")),
  platform(9, "Windows-TLS", "host", "windows", windowsProtocols("tls"), onWindows("ssh")),
  unixPlatform(10, "AIX", aix),
  platform(11, "Gateway", "host", "linux", linuxProtocols, posix, elevating(null)),
  platform(
    12,
    "RemoteAppHost",
    "host",
    "windows",
    protocols("rdp:P ssh:D winrm:-", { ssh, rdp: rdp("any") }),
    onWindows("ssh"),
  ),
  platform(13, "General", "device", "general", deviceProtocols, onDevice),
  platform(14, "Cisco", "device", "general", deviceProtocols, onDevice, elevating("enable")),
  platform(15, "Huawei", "device", "general", deviceProtocols, onDevice, elevating("super")),
  platform(16, "H3C", "device", "general", deviceProtocols, onDevice, elevating("super_level")),
  databasePlatform(17, "MySQL", "mysql"),
  databasePlatform(18, "MariaDB", "mariadb"),
  databasePlatform(19, "PostgreSQL", "postgresql"),
  databasePlatform(20, "Oracle", "oracle"),
  databasePlatform(21, "SQLServer", "sqlserver"),
  databasePlatform(22, "ClickHouse", "clickhouse", false),
  databasePlatform(23, "MongoDB", "mongodb"),
  databasePlatform(24, "Redis", "redis", true, { auth_username: false }),
  databasePlatform(25, "Redis6+", "redis", true, { auth_username: true }),
  platform(26, "Website", "web", "website", protocols("http:P", website), off(), { domainEnabled: false }),
  platform(27, "Vmware-vSphere", "cloud", "private", protocols("http:P", website), off(), {
    domainEnabled: false,
  }),
  platform(28, "Kubernetes", "cloud", "k8s", protocols("k8s:P"), off(), { domainEnabled: false }),
  platform(
    29,
    "ChatGPT",
    "gpt",
    "chatgpt",
    protocols("chatgpt:P", { chatgpt: { api_mode: "gpt-3.5-turbo" } }),
    off(),
    {
      domainEnabled: false,
    },
  ),
];
