/**
 * What the built-in role of components lacks of what administrators do: roles, making and deleting users, the basic
 * settings, and suggestions, which are for members of the organization.
 */
export const notForComponents = `
PUT,PATCH                  /api/v1/settings/setting/
POST                       /api/v1/settings/sms/{huawei,cmpp2,custom}/testing/
POST                       /api/v1/sallyport/{slack,teams}/testing/
POST                       /api/v1/authentication/sso/login-url/
POST                       /api/v1/sallyport/source-rules/
PUT,PATCH,DELETE           /api/v1/sallyport/source-rules/:id/
POST                       /api/v1/sallyport/{source-rules,source-links}/render-to-json/
POST                       /api/v1/sallyport/scim-sources/
PUT,PATCH,DELETE           /api/v1/sallyport/scim-sources/:id/
POST,DELETE                /api/v1/sallyport/scim-sources/:id/token/
POST                       /api/v1/sallyport/scim-sources/render-to-json/
POST                       /api/v1/sallyport/event-receivers/
PUT,PATCH,DELETE           /api/v1/sallyport/event-receivers/:id/
POST                       /api/v1/sallyport/event-receivers/:id/{test,replay,retry-dead-letters}/
POST                       /api/v1/sallyport/event-receivers/render-to-json/
DELETE                     /api/v1/sallyport/event-dead-letters/:id/
GET                        /api/v1/users/users/suggestions/
POST                       /api/v1/users/users/
DELETE                     /api/v1/users/users/
DELETE                     /api/v1/users/users/:id/
GET,POST                   /api/v1/rbac/{system-roles,org-roles,roles}/
GET,PUT,PATCH,DELETE       /api/v1/rbac/{system-roles,org-roles,roles}/:id/
GET                        /api/v1/rbac/{system-roles,org-roles,roles}/:id/{users,permissions,permissions/tree}/
GET                        /api/v1/rbac/{permissions,permissions/tree}/
GET                        /api/v1/rbac/permissions/:id/
GET,POST,PUT,PATCH,DELETE  /api/v1/rbac/{system-role-bindings,org-role-bindings,role-bindings}/
GET,PUT,PATCH,DELETE       /api/v1/rbac/{system-role-bindings,org-role-bindings,role-bindings}/:id/
POST                       /api/v1/rbac/{system-roles,org-roles,roles}/render-to-json/
POST                       /api/v1/rbac/{system-role-bindings,org-role-bindings,role-bindings}/render-to-json/
POST                       /api/v1/sallyport/roles/:id/preview/
GET                        /api/v1/sallyport/users/:id/effective-permissions/
DELETE                     /api/v1/ops/tasks/:id/
POST                       /api/v1/ops/task-executions/
GET                        /api/v1/ops/celery/period-tasks/
GET,PUT,PATCH              /api/v1/ops/celery/period-tasks/:id/
POST                       /api/v1/terminal/{sessions,my-sessions,tasks,commands}/render-to-json/
POST                       /api/v1/audits/{operate-logs,login-logs,password-change-logs,my-login-logs,ftp-logs}/render-to-json/
POST                       /api/v1/ops/{tasks,task-executions,celery/period-tasks}/render-to-json/
POST                       /api/v1/{notifications/site-messages,sallyport/host-keys,sallyport/session-events}/render-to-json/
POST                       /api/v1/accounts/{account-secrets,account-template-secrets}/render-to-json/
PATCH                      /api/v1/{authentication,users}/connection-token/:id/
POST                       /api/v1/tickets/flows/
GET                        /api/v1/index/
GET                        /api/v1/terminal/session-sharings/
GET,PUT,PATCH              /api/v1/terminal/session-sharings/:id/
POST                       /api/v1/terminal/{session-sharings,session-join-records}/render-to-json/
`;

/** Codes of the role somebody made for the matrix, as one for a help desk might be. */
export const customCodes: readonly string[] = [
  "users.view_user",
  "users.view_usergroup",
  "users.change_usergroup",
  "rbac.view_orgrole",
  "perms.view_assetpermission",
  "accounts.view_account",
  "terminal.view_session",
];

/** What these codes open beyond what is everybody's. */
export const forCustomRole = `
GET                        /api/v1/users/users/
GET                        /api/v1/users/users/:id/
GET                        /api/v1/sallyport/users/:id/credentials/
GET                        /api/v1/users/profile/mfa/reset/
GET,PUT,PATCH              /api/v1/users/groups/
GET,PUT,PATCH              /api/v1/users/groups/:id/
POST                       /api/v1/users/groups/render-to-json/
GET,PUT,PATCH              /api/v1/users/users-groups-relations/
GET,PUT,PATCH              /api/v1/users/users-groups-relations/:id/
POST                       /api/v1/users/users-groups-relations/render-to-json/
GET                        /api/v1/rbac/org-roles/
GET                        /api/v1/rbac/org-roles/:id/
GET                        /api/v1/sallyport/asset-permissions/:id/forwarding/
GET                        /api/v1/perms/asset-permissions/
GET                        /api/v1/perms/asset-permissions/:id/
GET                        /api/v1/perms/asset-permissions/:id/users/all/
GET                        /api/v1/perms/asset-permissions/:id/accounts/
GET                        /api/v1/assets/assets/:id/{perm-users,perm-user-groups}/
GET                        /api/v1/assets/assets/:id/perm-users/:user/permissions/
GET                        /api/v1/assets/assets/:id/perm-user-groups/:group/permissions/
GET                        /api/v1/perms/asset-permissions-{users,user-groups,assets,nodes}-relations/
GET                        /api/v1/perms/asset-permissions-{users,user-groups,assets,nodes}-relations/:id/
GET                        /api/v1/accounts/accounts/
GET                        /api/v1/accounts/accounts/:id/
GET                        /api/v1/accounts/accounts/su-from-accounts/
GET                        /api/v1/sallyport/account-certificates/:id/
GET                        /api/v1/sallyport/weak-accounts/
GET                        /api/v1/terminal/sessions/
GET                        /api/v1/terminal/terminals/{sessions,:id/sessions}/
GET                        /api/v1/terminal/sessions/:id/
GET                        /api/v1/sallyport/session-events/
GET                        /api/v1/sallyport/session-events/:id/
`;
