import type { RequestContext } from "../../engine/access/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { writeInstant } from "../../engine/resource/index.ts";
import type { SettingsPort } from "../../engine/services.ts";
import type { SettingKey } from "./catalogue.ts";
import { notAvailable } from "./not-available.ts";

/** How the product looks until an administrator changes it. Paths are below `/static/`. */
const appearance = {
  logo_logout: "/static/img/logo.png",
  logo_index: "/static/img/logo_text_white.png",
  login_image: "/static/img/login_image.png",
  favicon: "/static/img/facio.ico",
  login_title: "Sallyport",
  theme: "classic_green",
  theme_info: {},
} as const satisfies Record<string, Json>;

/** `INTERFACE` of the public settings: the product's own look under what the installation changed. */
export interface Appearance {
  readonly logo_logout: string;
  readonly logo_index: string;
  readonly login_image: string;
  readonly favicon: string;
  readonly login_title: string;
  readonly theme: string;
  readonly theme_info: Json;
}

/** The look of this installation; empty values fall back to the product's own. */
export async function readAppearance(settings: Pick<SettingsPort, "get">): Promise<Appearance> {
  const changed = await settings.get<Json>("INTERFACE");
  const given = isObject(changed)
    ? Object.entries(changed).filter(([, value]) => value !== "" && value !== null)
    : [];
  return { ...appearance, ...Object.fromEntries(given.filter(([key]) => Object.hasOwn(appearance, key))) };
}

/** What a visitor may know before signing in. Contract: docs/contract/identity.md, "Public settings". */
export async function openSettings(settings: SettingsPort): Promise<Record<string, Json>> {
  return {
    XPACK_ENABLED: await settings.get<boolean>("XPACK_ENABLED"),
    INTERFACE: { ...(await readAppearance(settings)) },
  };
}

const passwordRules = [
  "SECURITY_PASSWORD_MIN_LENGTH",
  "SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH",
  "SECURITY_PASSWORD_UPPER_CASE",
  "SECURITY_PASSWORD_LOWER_CASE",
  "SECURITY_PASSWORD_NUMBER",
  "SECURITY_PASSWORD_SPECIAL_CHAR",
] as const satisfies readonly SettingKey[];

/** Keys of the open settings, in their order. */
export const openKeys = ["XPACK_ENABLED", "INTERFACE"] as const;

/** Keys of the public settings, in the order of the contract. */
const answeredKeys = [
  ...openKeys,
  "WINDOWS_SKIP_ALL_MANUAL_PASSWORD",
  "OLD_PASSWORD_HISTORY_LIMIT_COUNT",
  "TICKET_AUTHORIZE_DEFAULT_TIME",
  "TICKET_AUTHORIZE_DEFAULT_TIME_UNIT",
  "AUTH_LDAP_SYNC_ORG_IDS",
  "SECURITY_MAX_IDLE_TIME",
  "SECURITY_VIEW_AUTH_NEED_MFA",
  "SECURITY_MFA_VERIFY_TTL",
  "SECURITY_COMMAND_EXECUTION",
  "SECURITY_COMMAND_BLACKLIST",
  "SECURITY_PASSWORD_EXPIRATION_TIME",
  "SECURITY_LUNA_REMEMBER_AUTH",
  "SECURITY_WATERMARK_ENABLED",
  "SESSION_EXPIRE_AT_BROWSER_CLOSE",
  "PASSWORD_RULE",
  "SECURITY_SESSION_SHARE",
  "XPACK_LICENSE_IS_VALID",
  "XPACK_LICENSE_INFO",
  "HELP_DOCUMENT_URL",
  "HELP_SUPPORT_URL",
  "AUTH_WECOM",
  "AUTH_DINGTALK",
  "AUTH_FEISHU",
  "AUTH_TEMP_TOKEN",
  "TERMINAL_RAZOR_ENABLED",
  "TERMINAL_MAGNUS_ENABLED",
  "TERMINAL_KOKO_SSH_ENABLED",
  "TERMINAL_OMNIDB_ENABLED",
  "TERMINAL_GRAPHICAL_RESOLUTION",
  "ANNOUNCEMENT_ENABLED",
  "ANNOUNCEMENT",
  "TICKETS_ENABLED",
  "CONNECTION_TOKEN_REUSABLE",
  "CACHE_LOGIN_PASSWORD_ENABLED",
  "VAULT_ENABLED",
] as const;

/** Everything any signed-in user may know: the settings, and what the configuration says of imports. */
export const publicKeys: readonly string[] = [...answeredKeys, "FILE_IMPORT_LIMIT_MB"];

async function pick(settings: SettingsPort, keys: readonly SettingKey[]): Promise<Record<string, Json>> {
  const pairs = keys.map(async (key) => [key, await settings.get<Json>(key)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** What any signed-in user may know. Contract: docs/contract/identity.md, "Public settings". */
export async function publicSettings(settings: SettingsPort, now: Date): Promise<Record<string, Json>> {
  const corporation = await settings.get<string>("XPACK_LICENSE_CORPORATION");
  const computed: Readonly<Record<string, Json>> = {
    ...(await openSettings(settings)),
    SESSION_EXPIRE_AT_BROWSER_CLOSE: true,
    PASSWORD_RULE: await pick(settings, passwordRules),
    XPACK_LICENSE_INFO: {
      corporation:
        corporation === "" ? `Sallyport contributors, Apache-2.0 © ${now.getFullYear()}` : corporation,
    },
    ...notAvailable,
  };
  const pairs = answeredKeys.map(
    async (key) => [key, computed[key] ?? (await settings.get<Json>(key))] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

/** `server-info`: the clock of the server, in the zone of the request. */
export function serverInfo(context: RequestContext): Record<string, Json> {
  return { CURRENT_TIME: writeInstant(new Date(), context.timeZone) };
}
