import packageJson from "../../package.json" with { type: "json" };

/** The version of this console. */
export const VERSION: string = packageJson.version;
