export { GROUP_OPTIONS, GROUPS, USER_OPTIONS, USERS, userLabel } from "./resources.ts";
