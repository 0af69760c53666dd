export type { Database } from "./database.ts";
