export { ACCOUNTS } from "./resources.ts";
