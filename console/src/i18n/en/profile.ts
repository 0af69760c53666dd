/** Texts of the personal pages. */
export default {
  access: "Where I may work",
  consoleOrgs: "Console",
  auditOrgs: "Audit",
  workbenchOrgs: "Workbench",
} as const;
