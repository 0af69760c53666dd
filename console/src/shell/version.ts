import { version } from "../../package.json";

/** The version of this console. */
export const VERSION: string = version;
