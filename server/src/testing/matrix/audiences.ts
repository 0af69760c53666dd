/** Any valid user, wherever their roles are. */
const signedIn = [
  "member",
  "custom",
  "outsider",
  "auditor",
  "administrator",
  "foreignAdministrator",
  "systemAuditor",
  "component",
  "system",
] as const;

/** Callers of the authorization matrix, by what they have in common. They all ask in the default organization. */
export const audiences = {
  /** Nobody needs to be known. */
  everybody: ["anonymous", "disabled", ...signedIn, "tokenHolder"],
  signedIn,
  /** The same, and the bearer of a connection token. */
  signedInOrToken: [...signedIn, "tokenHolder"],
  /** Anyone who has any role in the organization. */
  members: ["member", "custom", "auditor", "administrator", "system"],
  /** Who looks at sessions and recordings. */
  auditors: ["auditor", "administrator", "systemAuditor", "component", "system"],
  /** Who runs the organization. */
  administrators: ["administrator", "component", "system"],
  /** Directories, by a token of their own: to everybody else there is no such thing as being signed in there. */
  directories: [],
  /** Components alone: nothing for people, whatever they hold. */
  components: ["component"],
  /** Who looks at how the installation keeps its records. */
  systemAuditors: ["systemAuditor", "component", "system"],
  /** Who runs the installation, and its components. */
  system: ["component", "system"],
} as const;

export type Audience = keyof typeof audiences;
export type Role = (typeof audiences)["everybody"][number];
