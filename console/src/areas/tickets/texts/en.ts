/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  flowCreate: "Create approval flow",
  flowUpdate: "Update approval flow",
  flowDetail: "Approval flow",
  myTickets: "My requests",
  assignedTickets: "Awaiting my approval",
  requestAssetPermission: "Request access to assets",
  requestAssetPermissionDetail: "Request for access to assets",
  loginAssetConfirm: "Approval of an asset connection",
  loginConfirm: "Approval of a sign-in",
  commandConfirm: "Approval of a command",
  ticketDetail: "Ticket",
  flows: "Approval flows",
} as const;
