/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  flowCreate: "Create approval flow",
  flowUpdate: "Edit approval flow",
  flowDetail: "Approval flow",
  myTickets: "My requests",
  assignedTickets: "Awaiting my approval",
  requestAssetPermission: "Request asset access",
  requestAssetPermissionDetail: "Asset access request",
  loginAssetConfirm: "Asset connection approval",
  loginConfirm: "Sign-in approval",
  commandConfirm: "Command approval",
  ticketDetail: "Ticket",
  flows: "Approval flows",
} as const;
