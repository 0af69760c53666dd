export { type Config, isExposedWithoutTls, loadConfig } from "./config.ts";
export { ConfigError } from "./config-error.ts";
