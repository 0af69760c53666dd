export { GROUP_OPTIONS, USER_OPTIONS } from "./resources.ts";
