export { type Config, isExposedWithoutTls, loadConfig, type Role } from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { productVersion } from "./data-folder.ts";
