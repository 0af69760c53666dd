import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { fileSecretColumn, fileSecretRoutes } from "./file-secret.ts";
import { groupCount, groupGuard, groupMembersEffect } from "./group-extensions.ts";
import { groupRelationsResource } from "./group-relations.ts";
import { groupsResource } from "./groups.ts";
import { keyPairRoute } from "./key-pair-route.ts";
import { pruneLocks } from "./login-locks.ts";
import { mfaResetRoutes } from "./mfa-reset.ts";
import { preferencesRoute } from "./preferences.ts";
import { type ProfilePorts, profileRoute } from "./profile.ts";
import { profileSecretRoutes } from "./profile-secrets.ts";
import "./tables.ts";
import { disableUnusedUsers } from "./unused-users.ts";
import type { UserNotices } from "./user-notices.ts";
import type { UserRoles } from "./user-roles.ts";
import { usersResource } from "./users.ts";

export { bootstrapAdministrator, type FirstAdministrator } from "./bootstrap.ts";
export {
  bindChatAccount,
  type ChatName,
  chatAccountOwner,
  unbindChatAccount,
} from "./chat-accounts.ts";
export { completeProfiles } from "./complete-profiles.ts";
export { disableUsers, disableUsersWithin, enableUsers, type UserStateServices } from "./disable-users.ts";
export { filePasswordOf, withFilePassword } from "./file-secret.ts";
export { groupRows } from "./groups.ts";
export {
  addressFailures,
  clearFailures,
  countAddressFailure,
  counterAddress,
  failAttempt,
  type LockLimits,
  readLockLimits,
  releaseAttempt,
  reserveAttempt,
  signInBlocks,
} from "./login-locks.ts";
export type { FactorsResetHook } from "./mfa-reset.ts";
export { keptUsername, mixedAlphabets, resembling } from "./names.ts";
export { verifyPassword } from "./password-hash.ts";
export { describePolicy, readPasswordPolicy } from "./password-policy.ts";
export { createPrincipalLoader } from "./principals.ts";
export { describedProfile, presentProfile, profileResource } from "./profile.ts";
export { parsePublicKey } from "./public-key.ts";
export {
  passwordChangeLogsTable,
  userCredentialsTable,
  userGroupMembersTable,
  userGroupsTable,
  usersTable,
} from "./readable-tables.ts";
export { ensureMfaEnabled, lockAuthenticator, setMfaLevel, storeOtpSecret } from "./second-factors.ts";
export { createServiceAccount, removeServiceAccount } from "./service-accounts.ts";
export { ownPasswordProblems, renewPasswordHash, storePassword } from "./set-password.ts";
export { ensureGroups, joinGroups, leaveGroups, removeGroup, renameGroup } from "./source-groups.ts";
export {
  changeSourceUser,
  createSourceUser,
  createSourceUsers,
  joinGroup,
  leaveGroup,
  removeSourceUser,
  type SourceUserValues,
} from "./source-users.ts";
export {
  findUserLanguage,
  hasUsers,
  lastLoginUpdate,
  setReceiveBackends,
  setUserLanguage,
} from "./user-columns.ts";
export { sourceChoices } from "./user-fields.ts";
export { createUserFilter, type UserFacts } from "./user-filter.ts";
export type { UserNotices } from "./user-notices.ts";
export type { OrganizationLists, ProfileOrganization, UserRoles } from "./user-roles.ts";
export { firstUsername } from "./user-rules.ts";
export type { UserSource } from "./user-source.ts";
export { userRows } from "./users.ts";

/** What users need of the areas above them. */
export interface UsersAreaPorts {
  /** What the roles area knows of users. */
  readonly roles: UserRoles;
  readonly notices: UserNotices;
  readonly requireProof: ProfilePorts["requireProof"];
}

/** Users, their groups and their profiles. */
export function createUsersArea({ roles, notices, requireProof }: UsersAreaPorts): Area {
  return {
    name: "users",
    resources: [usersResource(roles, notices), groupsResource(roles), groupRelationsResource(roles)],
    routes: [
      profileRoute({ roles, notices, requireProof }),
      ...profileSecretRoutes(notices),
      keyPairRoute(notices),
      preferencesRoute,
      ...fileSecretRoutes,
      ...mfaResetRoutes(roles, notices),
    ],
    sealed: [fileSecretColumn],
    organizationCounts: [groupCount],
    deletionEffects: [groupMembersEffect],
    organizationDeleteGuards: [groupGuard],
    jobs: [
      defineJob({
        name: "users.prune-login-locks",
        schedule: { everySeconds: 600 },
        run: ({ db }) => pruneLocks(db),
      }),
      defineJob({ name: "users.disable-unused", schedule: { everySeconds: 3_600 }, run: disableUnusedUsers }),
    ],
  };
}
