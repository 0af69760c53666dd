export { InviteDialog } from "./invite-dialog.tsx";
export {
  GROUP_OPTIONS,
  GROUPS,
  ORGANIZATION_ROLE_OPTIONS,
  SYSTEM_ROLE_OPTIONS,
  USER_OPTIONS,
  USERS,
} from "./resources.ts";
export { useLeaving } from "./use-leaving.ts";
