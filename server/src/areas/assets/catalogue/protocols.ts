import type { Message } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { settingText } from "./texts.ts";

/** What kind of secret an account holds. Contract: docs/contract/accounts.md, "Secret types". */
export type SecretType = "password" | "ssh_key" | "access_key" | "token" | "api_key";

/** One setting a protocol has on a platform. `default` null means required; `""` means optional and blank. */
export interface ProtocolSetting {
  readonly name: string;
  readonly type: "str" | "bool" | "choice" | "text";
  readonly default: Json;
  readonly label: Message;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** A protocol the product knows: what a platform protocol row inherits. */
export interface Protocol {
  readonly name: string;
  readonly label: string;
  readonly port: number;
  readonly secretTypes: readonly SecretType[];
  /** An asset of the type must have it. */
  readonly required?: boolean;
  /** The port is taken from the address (a URL). */
  readonly portFromAddress?: boolean;
  readonly settings?: readonly ProtocolSetting[];
}

const text = (name: keyof typeof settingText, value: Json): ProtocolSetting => ({
  name: settingNames[name],
  type: "str",
  default: value,
  label: settingText[name],
});

const flag = (name: keyof typeof settingText): ProtocolSetting => ({
  name: settingNames[name],
  type: "bool",
  default: false,
  label: settingText[name],
});

const settingNames = {
  sftpHome: "sftp_home",
  console: "console",
  security: "security",
  adDomain: "ad_domain",
  usernamePrompt: "username_prompt",
  passwordPrompt: "password_prompt",
  successPrompt: "success_prompt",
  useSsl: "use_ssl",
  sysdba: "sysdba",
  authUsername: "auth_username",
  safeMode: "safe_mode",
  autofill: "autofill",
  usernameSelector: "username_selector",
  passwordSelector: "password_selector",
  submitSelector: "submit_selector",
  script: "script",
  apiMode: "api_mode",
} as const satisfies Record<keyof typeof settingText, string>;

const database = (name: string, label: string, port: number, more: Partial<Protocol> = {}): Protocol => ({
  name,
  label,
  port,
  secretTypes: ["password"],
  required: true,
  ...more,
});

/** Every known protocol. Contract: docs/contract/assets.md, "Protocols". */
export const protocols: readonly Protocol[] = [
  { name: "ssh", label: "SSH", port: 22, secretTypes: ["password", "ssh_key"] },
  {
    name: "sftp",
    label: "SFTP",
    port: 22,
    secretTypes: ["password", "ssh_key"],
    settings: [text("sftpHome", "/tmp")],
  },
  {
    name: "rdp",
    label: "RDP",
    port: 3389,
    secretTypes: ["password"],
    settings: [
      flag("console"),
      {
        name: "security",
        type: "choice",
        default: "any",
        label: settingText.security,
        choices: [
          { value: "any", label: "Any" },
          { value: "rdp", label: "RDP" },
          { value: "tls", label: "TLS" },
          { value: "nla", label: "NLA" },
        ],
      },
      text("adDomain", ""),
    ],
  },
  {
    name: "telnet",
    label: "Telnet",
    port: 23,
    secretTypes: ["password"],
    settings: [
      text("usernamePrompt", "username:|login:"),
      text("passwordPrompt", "password:"),
      text("successPrompt", "success|成功|#|>|\\$"),
    ],
  },
  { name: "vnc", label: "VNC", port: 5900, secretTypes: ["password"] },
  { name: "winrm", label: "WinRM", port: 5985, secretTypes: ["password"], settings: [flag("useSsl")] },
  database("mysql", "MySQL", 3306),
  database("mariadb", "MariaDB", 3306),
  database("oracle", "Oracle", 1521, { settings: [flag("sysdba")] }),
  database("postgresql", "PostgreSQL", 5432),
  database("sqlserver", "SQLServer", 1433),
  database("clickhouse", "ClickHouse", 9000),
  database("redis", "Redis", 6379, { settings: [flag("authUsername")] }),
  database("mongodb", "MongoDB", 27017),
  { name: "k8s", label: "K8S", port: 443, secretTypes: ["token"], required: true, portFromAddress: true },
  {
    name: "http",
    label: "HTTP(s)",
    port: 80,
    secretTypes: ["password"],
    portFromAddress: true,
    settings: [
      flag("safeMode"),
      {
        name: "autofill",
        type: "choice",
        default: "basic",
        label: settingText.autofill,
        choices: [
          { value: "no", label: "Disabled" },
          { value: "basic", label: "Basic" },
          { value: "script", label: "Script" },
        ],
      },
      text("usernameSelector", "name=username"),
      text("passwordSelector", "name=password"),
      text("submitSelector", "type=submit"),
      { name: "script", type: "text", default: [], label: settingText.script },
    ],
  },
  {
    name: "chatgpt",
    label: "ChatGPT",
    port: 443,
    secretTypes: ["api_key"],
    required: true,
    portFromAddress: true,
    settings: [
      {
        name: "api_mode",
        type: "choice",
        default: "gpt-3.5-turbo",
        label: settingText.apiMode,
        choices: [
          { value: "gpt-3.5-turbo", label: "GPT-3.5 Turbo" },
          { value: "gpt-3.5-turbo-16k", label: "GPT-3.5 Turbo 16K" },
          { value: "gpt-4", label: "GPT-4" },
          { value: "gpt-4-32k", label: "GPT-4 32K" },
        ],
      },
    ],
  },
];

const byName: ReadonlyMap<string, Protocol> = new Map(protocols.map((protocol) => [protocol.name, protocol]));

/** The protocol of that name, or undefined: custom platforms may use names of their own. */
export function findProtocol(name: string): Protocol | undefined {
  return byName.get(name);
}

/** Secret types an account needs for a protocol; unknown protocols take passwords. */
export function secretTypesOf(protocol: string): readonly SecretType[] {
  return byName.get(protocol)?.secretTypes ?? ["password"];
}

/** The name people know a protocol by, e.g. `SSH`. */
export function protocolLabel(protocol: string): string {
  return byName.get(protocol)?.label ?? protocol.toUpperCase();
}

/** Names of the protocols that take no secret of this type. */
export const protocolsRefusing = (secretType: string): readonly string[] =>
  protocols
    .filter(({ name }) => !secretTypesOf(name).some((type) => type === secretType))
    .map(({ name }) => name);

/** The settings of a protocol with their defaults. */
export function settingDefaults(protocol: Protocol): Record<string, Json> {
  return Object.fromEntries((protocol.settings ?? []).map((setting) => [setting.name, setting.default]));
}
