import type { Audience, Role } from "./audiences.ts";
import { componentCalls } from "./component-calls.ts";
import { providerCalls } from "./provider-calls.ts";
import { keysOf, readPolicy } from "./read-policy.ts";
import { forCustomRole, notForComponents } from "./role-differences.ts";

const kinds = "{assets,hosts,devices,databases,clouds,webs,gpts,customs}";
const ticketLists =
  "{tickets,apply-asset-tickets,apply-login-tickets,apply-command-tickets,apply-login-asset-tickets}";
const relations = "asset-permissions-{users,user-groups,assets,nodes}-relations";

/**
 * Who may call what, written down by hand: the authorization matrix compares the live routes with this table and
 * never with their own declarations, which would agree with any mistake in them. A route that is not here fails
 * the matrix. Contract: docs/contract/conventions.md, "Callers", and docs/contract/identity.md, "Built-in roles".
 *
 * Audience, methods, path. Braces stand for each of the names in them. `RESOURCE` stands for all that a resource with
 * every operation has: its list with arrays, its objects, and looking into a file.
 */
const table = `${componentCalls}${providerCalls}
everybody       GET                        /
everybody       GET                        /api/{health,v1/health}/
everybody       GET                        /{favicon.ico,robots.txt,koko/share/:id/,koko/elfinder/sftp/,koko/elfinder/sftp/:host/}
everybody       GET                        /ui/theme/{element-ui,element-extra}.css
everybody       GET                        /core/theme/pages.css
everybody       GET                        /core/{download,jsi18n}/
everybody       GET                        /core/common/flash-message/
everybody       GET                        /core/ops/{celery,ansible,task}/task/:id/log/
everybody       GET                        /api/v1/prometheus/metrics/
everybody       POST                       /api/v1/users/service-account-registrations/
everybody       GET,POST                   /core/auth/login/
everybody       GET                        /core/auth/login/guard/
everybody       GET,POST                   /core/auth/login/wait-confirm/
everybody       GET,POST                   /core/tickets/direct-approve/:token/
everybody       POST                       /core/tickets/direct-approve/:token/challenge/
everybody       GET,DELETE                 /api/v1/authentication/login-confirm-ticket/status/
everybody       GET,POST                   /core/auth/password/{forget/previewing,forgot}/
everybody       POST                       /api/v1/authentication/password/reset-code/
everybody       GET                        /core/auth/logout/
everybody       GET                        /core/auth/captcha/image/:key/
everybody       GET                        /core/auth/captcha/refresh/
everybody       GET,POST                   /core/auth/password/{reset,verify}/
everybody       GET,POST                   /core/auth/login/{mfa,passkey}/
everybody       GET,POST                   /core/auth/{profile/mfa,ssh/:token}/
everybody       GET,POST                   /core/auth/profile/otp/{enable/start,enable/install-app,enable/bind,disable}/
everybody       POST                       /api/v1/sallyport/passkeys/{challenge,sign-in}/
signedIn        GET                        /core/auth/profile/pubkey/generate/
signedIn        POST                       /api/v1/sallyport/{passkeys/registration,recovery-codes}/
signedIn        GET,POST                   /api/v1/sallyport/{passkeys,own-ssh-certificates}/
signedIn        PATCH,DELETE               /api/v1/sallyport/passkeys/:id/
signedIn        DELETE                     /api/v1/sallyport/own-ssh-certificates/:id/
signedIn        GET                        /api/v1/sallyport/factors/
everybody       GET                        /core/i18n/:code/
everybody       POST                       /api/v1/authentication/{auth,tokens}/
signedIn        GET,POST                   /api/v1/authentication/confirm/
signedIn        GET                        /api/v1/authentication/confirm-oauth/
everybody       POST                       /api/v1/authentication/mfa/{verify,challenge,select,send-code}/
signedIn        POST                       /api/v1/authentication/password/verify/
system          GET,PUT,PATCH              /api/v1/settings/setting/
system          GET,PUT                    /api/v1/xpack/interface/setting/
system          PUT                        /api/v1/xpack/interface/setting/restore/
system          GET                        /api/v1/xpack/interface/setting/themes/
everybody       GET                        /media/xpack/interface/:file
signedIn        GET,POST                   /api/v1/authentication/access-keys/
signedIn        GET,PUT,PATCH,DELETE       /api/v1/authentication/access-keys/:id/
signedIn        GET,POST                   /api/v1/authentication/temp-tokens/
signedIn        GET                        /api/v1/authentication/temp-tokens/:id/
signedIn        PATCH                      /api/v1/authentication/temp-tokens/:id/expire/
signedIn        GET,POST,DELETE            /api/v1/sallyport/private-token/
everybody       GET                        /api/v1/settings/public/open/
everybody       GET                        /api/v1/settings/logo/
signedInOrToken GET                        /api/v1/settings/{public,server-info}/
signedIn        GET                        /api/swagger.{json,yaml}
signedIn        GET                        /api/{docs,redoc}/
signedIn        POST                       /api/v1/common/resources/cache/
signedIn        POST                       /api/v1/sallyport/deletions/preview/
signedIn        GET                        /api/v1/{users,orgs,rbac,assets,accounts,acls,perms,tickets,authentication,terminal,audits,notifications,ops,sallyport}/
signedIn        GET                        /media/replay/:day/:file

system          GET                        /api/v1/xpack/license/detail
system          GET                        /api/v1/xpack/license/detail/
system          POST                       /api/v1/xpack/license/import
system          POST                       /api/v1/xpack/license/import/

signedIn        GET                        /api/v1/notifications/site-messages/
signedIn        GET                        /api/v1/notifications/site-messages/:id/
signedIn        GET                        /api/v1/notifications/site-messages/unread-total/
signedIn        PATCH                      /api/v1/notifications/site-messages/{mark-as-read,mark-as-read-all}/
system          POST                       /api/v1/notifications/site-messages/send/
signedIn        GET                        /api/v1/{notifications/backends,sallyport/own-message-channels}/
signedIn        GET                        /api/v1/notifications/user-msg-subscription/
signedIn        GET,PUT,PATCH              /api/v1/notifications/user-msg-subscription/:user/
system          GET                        /api/v1/{notifications/system-msg-subscription,sallyport/system-message-channels}/
system          GET,PUT,PATCH              /api/v1/{notifications/system-msg-subscription,sallyport/system-message-channels}/:type/
system          POST                       /api/v1/settings/mail/testing/
system          GET                        /api/v1/settings/sms/backend/
system          POST                       /api/v1/settings/sms/{alibaba,tencent,huawei,cmpp2,custom,:backend}/testing/
system          POST                       /api/v1/settings/vault/{testing,sync}/
system          POST                       /api/v1/settings/ldap/testing/{config,login}/
system          POST                       /api/v1/sallyport/{radius/testing/login,slack/testing,teams/testing}/
system          GET                        /api/v1/settings/ldap/{users,cache/refresh}/
system          POST                       /api/v1/settings/ldap/users/import/
system          GET                        /api/v1/sallyport/ldap/sync/
system          POST                       /api/v1/sallyport/{ldap/sync/run,ssh-authority/rotation,ssh-authority/moves,ssh-authority/retirement}/
system          GET,POST                   /api/v1/sallyport/event-receivers/
system          GET,PUT,PATCH,DELETE       /api/v1/sallyport/event-receivers/:id/
system          POST                       /api/v1/sallyport/event-receivers/:id/{test,replay,retry-dead-letters}/
system          POST                       /api/v1/sallyport/event-receivers/render-to-json/
system          GET                        /api/v1/sallyport/{vault,ssh-authority/keys,ssh-authority/accounts,event-deliveries,event-dead-letters,message-deliveries}/
system          GET                        /api/v1/sallyport/{event,message}-deliveries/:id/
system          POST                       /api/v1/sallyport/message-deliveries/:id/retry/
system          GET,DELETE                 /api/v1/sallyport/event-dead-letters/:id/

system          GET,POST,PUT,PATCH,DELETE  /api/v1/orgs/orgs/
system          GET,PUT,PATCH,DELETE       /api/v1/orgs/orgs/:id/
signedIn        GET                        /api/v1/orgs/orgs/current/

administrators  GET,POST,PUT,PATCH         /api/v1/users/users/
system          DELETE                     /api/v1/users/users/
administrators  GET,PUT,PATCH              /api/v1/users/users/:id/
system          DELETE                     /api/v1/users/users/:id/
administrators  PUT,PATCH                  /api/v1/users/users/:id/{password,password/reset,pubkey/reset,unblock}/
administrators  GET                        /api/v1/users/users/:id/mfa/reset/
administrators  GET                        /api/v1/users/profile/mfa/reset/
administrators  GET                        /api/v1/users/users/suggestions/
administrators  POST                       /api/v1/users/users/{invite,remove}/
administrators  POST                       /api/v1/users/users/:id/remove/
administrators  RESOURCE                   /api/v1/users/groups/
administrators  POST                       /api/v1/users/groups/:id/add-all-users/
administrators  GET,POST,PUT,PATCH,DELETE  /api/v1/users/users-groups-relations/
administrators  GET,PUT,PATCH,DELETE       /api/v1/users/users-groups-relations/:id/
signedInOrToken GET                        /api/v1/users/profile/
signedIn        PUT,PATCH                  /api/v1/users/profile/
signedIn        GET,PUT,PATCH              /api/v1/users/profile/{password,public-key,secret-key}/

system          GET,POST                   /api/v1/rbac/{system-roles,roles}/
system          GET,PUT,PATCH,DELETE       /api/v1/rbac/{system-roles,roles}/:id/
administrators  GET                        /api/v1/rbac/org-roles/
system          POST                       /api/v1/rbac/org-roles/
administrators  GET                        /api/v1/rbac/org-roles/:id/
system          PUT,PATCH,DELETE           /api/v1/rbac/org-roles/:id/
system          GET                        /api/v1/rbac/{system-roles,org-roles,roles}/:id/users/
administrators  GET                        /api/v1/rbac/{system-roles,org-roles,roles}/:id/permissions/
administrators  GET                        /api/v1/rbac/{system-roles,org-roles,roles}/:id/permissions/tree/
administrators  GET                        /api/v1/rbac/permissions/tree/
system          GET,POST,PUT,PATCH,DELETE  /api/v1/rbac/{system-role-bindings,role-bindings}/
system          GET,PUT,PATCH,DELETE       /api/v1/rbac/{system-role-bindings,role-bindings}/:id/
administrators  GET,POST,DELETE            /api/v1/rbac/org-role-bindings/
system          PUT,PATCH                  /api/v1/rbac/org-role-bindings/
administrators  GET,DELETE                 /api/v1/rbac/org-role-bindings/:id/
system          PUT,PATCH                  /api/v1/rbac/org-role-bindings/:id/
administrators  GET                        /api/v1/rbac/permissions/
administrators  GET                        /api/v1/rbac/permissions/:id/

system          POST                       /api/v1/{orgs/orgs,rbac/system-roles,rbac/org-roles,rbac/roles}/render-to-json/
system          POST                       /api/v1/terminal/{sessions,my-sessions,tasks,commands,terminals,session-sharings,session-join-records}/render-to-json/
system          POST                       /api/v1/audits/{operate-logs,login-logs,password-change-logs,my-login-logs,ftp-logs}/render-to-json/
system          POST                       /api/v1/ops/{tasks,task-executions,celery/period-tasks}/render-to-json/
system          POST                       /api/v1/{notifications/site-messages,sallyport/host-keys,sallyport/session-events}/render-to-json/
system          POST                       /api/v1/{rbac/system-role-bindings,rbac/role-bindings,assets/platforms,assets/protocol-settings}/render-to-json/
administrators  POST                       /api/v1/users/{users,users-groups-relations}/render-to-json/
administrators  POST                       /api/v1/{rbac/org-role-bindings,assets/nodes,assets/nodes/children}/render-to-json/
administrators  POST                       /api/v1/accounts/gathered-accounts/render-to-json/
administrators  POST                       /api/v1/{accounts/accounts,accounts/account-templates,perms/asset-permissions}/render-to-json/
administrators  POST                       /api/v1/perms/${relations}/render-to-json/

administrators  GET                        /api/v1/assets/platforms/
system          POST                       /api/v1/assets/platforms/
administrators  GET                        /api/v1/assets/platforms/:id/
system          PUT,PATCH,DELETE           /api/v1/assets/platforms/:id/
system          GET                        /api/v1/assets/protocol-settings/
system          POST                       /api/v1/assets/protocol-settings/
system          GET                        /api/v1/assets/protocol-settings/:id/
system          PUT,PATCH,DELETE           /api/v1/assets/protocol-settings/:id/
administrators  POST                       /api/v1/assets/platforms/filter-nodes-assets/
administrators  GET,POST,PUT,PATCH,DELETE  /api/v1/assets/nodes/
administrators  GET,PUT,PATCH,DELETE       /api/v1/assets/nodes/:id/
members         GET                        /api/v1/assets/nodes/suggestions/
administrators  GET,POST                   /api/v1/assets/nodes/children/
administrators  GET                        /api/v1/assets/nodes/{children,category}/tree/
administrators  GET,POST                   /api/v1/assets/nodes/:id/children/
administrators  PUT,PATCH                  /api/v1/assets/nodes/:id/children/add/
administrators  GET                        /api/v1/assets/nodes/:id/assets/
administrators  PUT,PATCH                  /api/v1/assets/nodes/:id/assets/{add,replace,remove}/
administrators  RESOURCE                   /api/v1/assets/${kinds}/
members         GET                        /api/v1/assets/${kinds}/suggestions/
administrators  GET                        /api/v1/assets/${kinds}/:id/platform/
administrators  GET                        /api/v1/assets/assets/:id/{perm-users,perm-user-groups}/
administrators  GET                        /api/v1/assets/assets/:id/perm-users/:user/permissions/
administrators  GET                        /api/v1/assets/assets/:id/perm-user-groups/:group/permissions/
administrators  GET                        /api/v1/assets/${kinds}/:id/gateways/
administrators  RESOURCE                   /api/v1/assets/{domains,gateways,labels}/
administrators  GET                        /api/v1/assets/gateways/:id/{gateways,platform}/
members         GET                        /api/v1/assets/gateways/suggestions/
administrators  POST                       /api/v1/assets/nodes/children/tree/
signedIn        GET                        /api/v1/assets/categories/
signedIn        GET                        /api/v1/assets/categories/{types,constraints}/
signedIn        GET                        /api/v1/assets/platform-automation-methods/
signedIn        GET,POST,PUT,PATCH,DELETE  /api/v1/assets/favorite-assets/
signedIn        GET,PUT,PATCH,DELETE       /api/v1/assets/favorite-assets/:id/
administrators  GET                        /api/v1/sallyport/host-keys/
administrators  GET,DELETE                 /api/v1/sallyport/host-keys/:id/
system          POST                       /api/v1/sallyport/roles/:id/preview/
administrators  GET                        /api/v1/sallyport/users/:id/effective-permissions/
administrators  GET                        /api/v1/sallyport/users/:id/credentials/
administrators  DELETE                     /api/v1/sallyport/users/:id/credentials/:kind/
administrators  GET                        /api/v1/sallyport/permissions/explain/
administrators  POST                       /api/v1/sallyport/permissions/preview/
administrators  POST                       /api/v1/sallyport/acls/{login-asset-acls,command-filter-acls}/preview/
system          POST                       /api/v1/sallyport/acls/{login-acls,connect-method-acls}/preview/
signedIn        GET                        /api/v1/sallyport/{search,my-organizations}/
signedIn        GET,PATCH                  /api/v1/sallyport/preferences/

administrators  GET,POST,PUT,PATCH,DELETE  /api/v1/accounts/accounts/
administrators  GET,PUT,PATCH,DELETE       /api/v1/accounts/accounts/:id/
administrators  GET                        /api/v1/accounts/accounts/su-from-accounts/
signedIn        POST                       /api/v1/accounts/accounts/username-suggestions/
administrators  PATCH                      /api/v1/accounts/accounts/clear-secret/
administrators  POST                       /api/v1/accounts/accounts/bulk/
administrators  GET,PUT,PATCH              /api/v1/accounts/virtual-accounts/
administrators  POST                       /api/v1/accounts/virtual-accounts/render-to-json/
system          POST                       /api/v1/accounts/{account-secrets,account-template-secrets}/render-to-json/
administrators  GET,PUT,PATCH              /api/v1/accounts/virtual-accounts/:id/
administrators  GET                        /api/v1/accounts/{change-secret-records,push-account-records}/
administrators  GET,POST,PUT,PATCH,DELETE  /api/v1/accounts/gathered-accounts/
administrators  GET,PUT,PATCH,DELETE       /api/v1/accounts/gathered-accounts/:id/
administrators  POST                       /api/v1/accounts/gathered-accounts/sync-accounts/
administrators  RESOURCE                   /api/v1/accounts/{change-secret-automations,push-account-automations,gather-account-automations,account-backup-plans}/
administrators  GET,POST                   /api/v1/accounts/{change-secret,push-account,gather-account,account-backup-plan}-executions/
administrators  GET                        /api/v1/accounts/{change-secret,push-account,gather-account,account-backup-plan}-executions/:id/
administrators  GET                        /api/v1/accounts/{change-secret,push-account}/:id/assets/
administrators  GET,PUT,PATCH              /api/v1/accounts/{change-secret,push-account}/:id/{asset/add,asset/remove,nodes}/
administrators  GET,POST,DELETE            /api/v1/sallyport/account-certificates/:id/
administrators  GET                        /api/v1/sallyport/{weak-accounts,backup-storages,ssh-authority,getting-started}/
administrators  POST                       /api/v1/sallyport/{weak-accounts/compare,secret-changes/:id/check,secret-changes/:id/close}/
administrators  GET,POST,PUT,PATCH,DELETE  /api/v1/accounts/account-templates/
administrators  GET,PUT,PATCH,DELETE       /api/v1/accounts/account-templates/:id/
administrators  GET                        /api/v1/accounts/account-templates/su-from-account-templates/
administrators  GET                        /api/v1/accounts/account-template-secrets/
administrators  GET                        /api/v1/accounts/account-template-secrets/:id/
administrators  GET                        /api/v1/accounts/account-secrets/
administrators  GET                        /api/v1/accounts/account-secrets/:id/
administrators  GET                        /api/v1/accounts/account-secrets/:id/histories/

administrators  GET,PUT                    /api/v1/sallyport/asset-permissions/:id/forwarding/
administrators  GET,POST,PUT,PATCH,DELETE  /api/v1/perms/asset-permissions/
administrators  GET,PUT,PATCH,DELETE       /api/v1/perms/asset-permissions/:id/
administrators  GET                        /api/v1/perms/asset-permissions/:id/{users,assets}/all/
administrators  GET                        /api/v1/perms/asset-permissions/:id/accounts/
administrators  GET,POST,PUT,PATCH,DELETE  /api/v1/perms/${relations}/
administrators  GET,PUT,PATCH,DELETE       /api/v1/perms/${relations}/:id/
signedIn          GET                        /api/v1/perms/users/{my,self}/assets/
signedIn          GET                        /api/v1/perms/users/{my,self}/assets/tree/
signedIn          GET                        /api/v1/perms/users/{my,self}/assets/:asset/accounts/
signedIn          GET                        /api/v1/perms/users/{my,self}/nodes/
signedIn          GET                        /api/v1/perms/users/{my,self}/nodes/{ungrouped,favorite,:node}/assets/
signedIn          GET                        /api/v1/perms/users/{my,self}/nodes/children/
signedIn          GET                        /api/v1/perms/users/{my,self}/nodes/tree/
signedIn          GET                        /api/v1/perms/users/{my,self}/nodes/{children,children-with-assets,children-with-assets/category,children-with-k8s,all-with-assets}/tree/
signedIn          GET                        /api/v1/perms/users/{my,self}/ungroup/assets/tree/
administrators  GET                        /api/v1/perms/users/:user/assets/
administrators  GET                        /api/v1/perms/users/:user/assets/tree/
administrators  GET                        /api/v1/perms/users/:user/assets/:asset/accounts/
administrators  GET                        /api/v1/perms/users/:user/nodes/
administrators  GET                        /api/v1/perms/users/:user/nodes/{ungrouped,favorite,:node}/assets/
administrators  GET                        /api/v1/perms/users/:user/nodes/children/
administrators  GET                        /api/v1/perms/users/:user/nodes/tree/
administrators  GET                        /api/v1/perms/users/:user/nodes/{children,children-with-assets,children-with-assets/category,all-with-assets}/tree/
administrators  GET                        /api/v1/perms/users/:user/ungroup/assets/tree/

administrators  GET                        /api/v1/perms/user-groups/:group/{assets,nodes,nodes/children,nodes/children/tree}/
administrators  GET                        /api/v1/perms/user-groups/:group/nodes/:node/assets/
administrators  GET                        /api/v1/perms/user-groups/:group/assets/:asset/accounts/

signedIn        GET                        /api/v1/tickets/${ticketLists}/
signedIn        GET                        /api/v1/tickets/${ticketLists}/:id/
signedIn        POST                       /api/v1/tickets/${ticketLists}/open/
signedIn        PUT,PATCH                  /api/v1/tickets/${ticketLists}/:id/approve/
signedIn        PUT                        /api/v1/tickets/${ticketLists}/:id/{reject,close}/
signedIn        PUT                        /api/v1/tickets/${ticketLists}/bulk/
signedIn        PUT                        /api/v1/tickets/apply-login-asset-tickets/:id/end-approval/
signedIn        GET                        /api/v1/tickets/tickets/:id/session/
signedIn        GET                        /api/v1/sallyport/tickets/:id/sessions/
signedIn        GET,POST                   /api/v1/tickets/comments/
signedIn        GET                        /api/v1/tickets/comments/:id/
components      GET,DELETE                 /api/v1/tickets/super-tickets/:id/status/
components      POST                       /api/v1/acls/login-asset/check/
components      POST                       /api/v1/tickets/ticket-session-relation/
system          GET,POST                   /api/v1/tickets/flows/
system          GET,PUT,PATCH              /api/v1/tickets/flows/:id/
administrators  RESOURCE                   /api/v1/acls/{command-groups,command-filter-acls,login-asset-acls}/
system          RESOURCE                   /api/v1/acls/{login-acls,connect-method-acls}/
signedIn        GET,POST                   /api/v1/{authentication,users}/connection-token/
signedIn        GET                        /api/v1/{authentication,users}/connection-token/:id/
system          PATCH                      /api/v1/{authentication,users}/connection-token/:id/
signedIn        POST                       /api/v1/{authentication,users}/connection-token/render-to-json/
signedIn        POST                       /api/v1/authentication/temp-tokens/render-to-json/
components      POST                       /api/v1/authentication/super-connection-token/render-to-json/
signedIn        POST                       /api/v1/{authentication,users}/connection-token/exchange/
signedIn        PATCH                      /api/v1/{authentication,users}/connection-token/:id/{expire,reuse}/
signedIn        GET,POST                   /api/v1/{authentication,users}/connection-token/:id/{rdp-file,client-url}/
components      GET,POST                   /api/v1/authentication/super-connection-token/
components      GET                        /api/v1/authentication/super-connection-token/:id/
components      PATCH                      /api/v1/authentication/super-connection-token/renewal/
components      POST                       /api/v1/authentication/super-connection-token/secret/

auditors        GET                        /api/v1/{terminal/sessions,sallyport/session-events}/
auditors        GET                        /api/v1/{terminal/sessions,sallyport/session-events}/:id/
auditors        GET                        /api/v1/terminal/terminals/{sessions,:id/sessions}/
auditors        GET                        /api/v1/terminal/sessions/:id/{replay,replay/download}/
system          GET                        /api/v1/terminal/session-sharings/
system          GET,PUT,PATCH              /api/v1/terminal/session-sharings/:id/
administrators  POST                       /api/v1/terminal/{session-sharings,session-join-records}/
administrators  GET                        /api/v1/terminal/{session-join-records,session-join-records/:id}/
administrators  PATCH                      /api/v1/terminal/session-join-records/{:id,:id/finished}/
auditors        POST                       /api/v1/terminal/sessions/join/validate/
signedIn        GET,POST                   /api/v1/sallyport/sessions/:id/sharing/
signedIn        GET                        /api/v1/sallyport/sessions/:id/sharing/people/
signedIn        DELETE                     /api/v1/sallyport/{session-sharings,session-participants}/:id/
signedIn        PATCH                      /api/v1/sallyport/session-participants/:id/
auditors        GET                        /api/v1/sallyport/replays/:id/
auditors        GET                        /api/v1/sallyport/replays/:id/{stream,search,asciicast,text,place}/
auditors        PUT,DELETE                 /api/v1/sallyport/sessions/:id/hold/
auditors        GET                        /api/v1/sallyport/sessions/:id/evidence/
systemAuditors  GET                        /api/v1/sallyport/evidence/
systemAuditors  POST                       /api/v1/sallyport/evidence/verify/
system          POST                       /api/v1/sallyport/retention/preview/
auditors        GET                        /api/v1/sallyport/{moments,moments/state}/
auditors        GET                        /api/v1/terminal/commands/
components      POST                       /api/v1/terminal/commands/
components      POST                       /api/v1/terminal/commands/insecure-command/
components      POST                       /api/v1/acls/command-filter-acls/command-review/
auditors        GET                        /api/v1/terminal/command-storages/tree/
systemAuditors  GET                        /api/v1/terminal/{command-storages,command-storages/:id,command-storages/:id/test-connective}/
signedIn        GET                        /api/v1/terminal/my-sessions/
auditors        POST                       /api/v1/terminal/tasks/{kill-session,toggle-lock-session}/
signedIn        POST                       /api/v1/terminal/tasks/{kill-session,toggle-lock-session}-for-ticket/
system          GET                        /api/v1/terminal/{terminals,terminals/:id,tasks,tasks/:id}/
system          PUT,PATCH,DELETE           /api/v1/terminal/terminals/:id/
system          PUT,PATCH,DELETE           /api/v1/terminal/terminals/
system          POST                       /api/v1/terminal/command-storages/
system          PUT,PATCH,DELETE           /api/v1/terminal/command-storages/:id/
system          GET,POST                   /api/v1/terminal/replay-storages/
system          GET,PUT,PATCH,DELETE       /api/v1/terminal/replay-storages/:id/
system          GET                        /api/v1/terminal/replay-storages/:id/test-connective/
auditors        GET                        /api/v1/index/
auditors        GET                        /api/v1/audits/{operate-logs,login-logs,password-change-logs,job-logs}/
auditors        GET                        /api/v1/audits/{operate-logs,login-logs,password-change-logs,job-logs}/:id/
auditors        GET                        /api/v1/audits/{ftp-logs,ftp-logs/:id,ftp-logs/:id/file/download}/
components      POST                       /api/v1/audits/ftp-logs/
components      PATCH                      /api/v1/audits/ftp-logs/:id/
components      POST                       /api/v1/audits/ftp-logs/:id/upload/
auditors        GET                        /api/v1/audits/activities/
auditors        GET                        /api/v1/sallyport/{refusals,refusals/:id,operate-logs,operate-logs/:id,user-sessions}/
administrators  DELETE                     /api/v1/sallyport/user-sessions/:id/
signedIn        GET                        /api/v1/audits/my-login-logs/

signedIn        GET                        /api/v1/terminal/components/connect-methods/
system          RESOURCE                   /api/v1/terminal/{endpoints,endpoint-rules}/
signedInOrToken GET                        /api/v1/terminal/endpoints/smart/
system          GET                        /api/v1/sallyport/endpoint-rules/{reach,choice}/
administrators  GET                        /api/v1/terminal/db-listen-ports/
administrators  GET                        /api/v1/terminal/db-listen-ports/db-info/

administrators  POST                       /api/v1/assets/assets/tasks/
administrators  POST                       /api/v1/assets/{assets,nodes}/:id/tasks/
administrators  POST                       /api/v1/assets/nodes/check_assets_amount_task/
administrators  POST                       /api/v1/assets/gateways/:id/test-connective/
administrators  POST                       /api/v1/accounts/accounts/tasks/
administrators  POST                       /api/v1/sallyport/gathered-accounts/discover/
administrators  GET                        /api/v1/ops/tasks/
administrators  GET                        /api/v1/ops/tasks/:id/
system          DELETE                     /api/v1/ops/tasks/:id/
signedIn        GET                        /api/v1/ops/task-executions/
signedIn        GET                        /api/v1/ops/task-executions/:id/
system          POST                       /api/v1/ops/task-executions/
system          GET                        /api/v1/ops/celery/period-tasks/
system          GET,PUT,PATCH              /api/v1/ops/celery/period-tasks/:id/
signedIn        GET                        /api/v1/ops/celery/task/:name/task-execution/:id/{log,result}/
signedIn        RESOURCE                   /api/v1/ops/{adhocs,playbooks,jobs}/
signedIn        GET,POST,PATCH,DELETE      /api/v1/ops/playbook/:id/file/
signedIn        GET                        /media/playbooks/:file
signedIn        GET,POST                   /api/v1/ops/job-executions/
signedIn        GET                        /api/v1/ops/{job-executions/:id,job-execution/task-detail/:id,ansible/job-execution/:id/log,variables/help}/
signedIn        POST                       /api/v1/ops/username-hints/
signedIn        GET                        /api/v1/sallyport/{playbook-support,job-executions/:id/hosts,job-executions/:id/hosts/:asset/output,job-executions/:id/difference}/
signedIn        POST                       /api/v1/sallyport/job-executions/:id/{retry,stop}/
signedIn        POST                       /api/v1/sallyport/task-executions/:id/stop/
`;

/** The audience of every method and path, keyed `GET /path/`. */
export const policy: ReadonlyMap<string, Audience> = readPolicy(table);

/** Roles to which the audiences alone do not do justice. */
export const particular: Readonly<
  Partial<Record<Role, { also: ReadonlySet<string>; not: ReadonlySet<string> }>>
> = {
  component: { also: new Set(), not: new Set(keysOf(notForComponents)) },
  custom: { also: new Set(keysOf(forCustomRole)), not: new Set() },
};
