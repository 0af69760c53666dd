import type { Config } from "../../engine/config/index.ts";
import type { Json } from "../../engine/json.ts";
import { settingCatalogue } from "./catalogue.ts";
import type { ImageName } from "./interface/images.ts";
import type { SettingDefinition } from "./setting-kinds.ts";
import type { StoredSettings } from "./stored-settings.ts";

/** The part of the configuration that settings fall back to. */
export type SettingsConfig = Pick<Config, "siteUrl" | "vaultEnabled" | "confirmSecrets">;

const definitions: Readonly<Record<string, SettingDefinition>> = settingCatalogue;

function definitionOf(key: string): SettingDefinition {
  const definition = definitions[key];
  if (definition === undefined) throw new Error(`"${key}" is not a setting`);
  return definition;
}

/** What holds for a key: what an administrator set, else what the configuration says, else the default. */
export function effectiveValue({ values }: StoredSettings, config: SettingsConfig, key: string): Json {
  const { fallback } = definitionOf(key);
  return values.get(key) ?? configured(config, key) ?? fallback;
}

/** What the configuration says of a setting, if anything. */
function configured(config: SettingsConfig, key: string): Json | undefined {
  if (key === "SITE_URL") return config.siteUrl;
  if (key === "SECURITY_VIEW_AUTH_NEED_MFA") return config.confirmSecrets;
  return key === "VAULT_ENABLED" ? config.vaultEnabled : undefined;
}

/** The picture a setting is the address of; undefined where it is another kind of value. */
export const imageOf = (key: string): ImageName | undefined => definitionOf(key).image;

/** Whether a setting is sealed at rest and never answered. */
export const isSecret = (key: string): boolean => definitionOf(key).type === "secret";
