export { GROUP_OPTIONS, GROUPS, USER_OPTIONS, USERS } from "./resources.ts";
