export { InviteDialog } from "./invite-dialog.tsx";
export { GROUP_OPTIONS, GROUPS, USER_OPTIONS, USERS } from "./resources.ts";
export { useLeaving } from "./use-leaving.ts";
