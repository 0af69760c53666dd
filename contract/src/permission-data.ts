/**
 * Every permission code, one model a line: `app.resource [@app.model] [>tree parent]: action...`. An action is
 * followed by `^` when only system roles can hold it, by `!` when no role can, by `+` when it shows only with a
 * license. `@` names the model where it is not the resource, `>` the place in the tree where it is not the model.
 *
 * The number of a code is its position, and clients keep numbers: only ever append lines at the end.
 * Contract: docs/contract/identity.md, "Permission codes".
 */
export const permissionLines = `
authentication.accesskey: view^ add^ change^ delete^
accounts.account: view add change delete verify push
xpack.account: view+ add+ change+ delete+ test+
accounts.accountbackupautomation: view add change delete
accounts.accountbackupexecution: view add
accounts.accountsecret @accounts.account: view
accounts.accounttemplate: view add change delete
accounts.accounttemplatesecret @accounts.accounttemplate: view change
audits.activitylog: view
ops.adhoc: view add change delete
orgs.alljoinedorg @orgs.organization: view^
terminal.applet: view^ add^ change^ delete^
terminal.applethost: view^ add^ change^ delete^
assets.asset: view add change delete match
assets.assetconnectivity @assets.asset: test
assets.assethardwareinfo @assets.asset: refresh
assets.assetnodes @assets.asset: change
perms.assetpermission: view add change delete
rbac.audit @rbac.menupermission >view_audit: view
settings.auth @settings.setting: change^
ops.celerytask: view
ops.celerytaskexecution >task_center: view
accounts.changesecretautomation: view add change delete
accounts.changesecretexection @accounts.automationexecution >asset_change_plan_node: add
accounts.changesecretexecution @accounts.automationexecution >asset_change_plan_node: view
accounts.changesecretrecord >asset_change_plan_node: view
settings.clean @settings.setting: change^
terminal.command: view add
acls.commandfilteracl: view add change delete
acls.commandgroup: view add change delete
terminal.commandstorage: view^ add^ change^ delete^
authentication.connectiontoken: view add expire reuse
acls.connectmethodacl: view^ add^ change^ delete^
rbac.console @rbac.menupermission >view_console: view
assets.custom: view add change delete
assets.domain: view add change delete
settings.email @settings.setting: change^
terminal.endpoint: view^ add^ change^ delete^
terminal.endpointrule: view^ add^ change^ delete^
rbac.filemanager @rbac.menupermission >view_workbench: view
audits.ftplog: view add change
assets.gateway: view add change delete
accounts.gatheraccountsautomation: view add change delete
accounts.gatheraccountsexecution @accounts.automationexecution >gather_account_node: view add
accounts.gatheredaccount: view add change delete
assets.gpt: view add change delete
settings.interface @settings.setting: change^+
ops.job: view add change delete
ops.jobexecution: view add
audits.joblog: view
assets.label: view add change delete
settings.license @settings.setting: change^
acls.loginacl: view^ add^ change^ delete^
acls.loginassetacl: view add change delete
perms.myassets @perms.permedasset >my_assets: view
assets.node: view add change delete match
audits.operatelog: view
orgs.organization: view^ add^ change^ delete^
rbac.orgrole: view+ add^+ change^+ delete^+
rbac.orgrolebinding: view+ add+ delete+
settings.other @settings.setting: change^
audits.passwordchangelog: view
rbac.permission: view
assets.platform: view add^ change^ delete^
ops.playbook: view add change delete
accounts.pushaccountautomation: view add change delete
accounts.pushaccountexecution @accounts.automationexecution >push_account_node: view add
terminal.replaystorage: view^ add^ change^ delete^
orgs.rootorg @orgs.organization: view^
settings.security @settings.setting: change^
terminal.session: view add change monitor terminate
terminal.sessionactionperm @terminal.session: validate
terminal.sessionjoinrecord: view add change
terminal.sessionreplay: view upload download
settings.setting >view_setting: view^
settings.sms @settings.setting: change^+
terminal.status: view^ add^
xpack.strategy: view+ add+ change+ delete+
xpack.strategyaction: view+ add+ change+ delete+
xpack.strategyrule: view+ add+ change+ delete+
authentication.superconnectiontoken: view^ add^
authentication.superconnectiontokensecret @authentication.superconnectiontoken: view^
terminal.supersessionsharing @terminal.sessionsharing: add
tickets.superticket: view^+ add^+ change^+
xpack.syncinstancedetail: view+
xpack.syncinstancetask: view+ add+ change+ delete+
xpack.syncinstancetaskexecution: view+ add+
settings.systemmsgsubscription @settings.setting: change^
rbac.systemrole: view^ add^ change^ delete^
rbac.systemrolebinding: view^ add^ delete^
terminal.task: view^ change^
ops.taskmonitor @ops.celerytask >task_center: view^
authentication.temptoken: view^ add^ change^
terminal.terminal: view^ add^ change^ delete^
settings.terminal @settings.setting >terminal_node: change^
terminal.terminalconfig @terminal.terminal: view^
tickets.ticket >tickets: view^+
tickets.ticketflow: view^+ change^+
tickets.ticketsession: add^+ change^+
users.user: view add change delete^ invite+ remove+ match
perms.userassets @perms.permedasset: view
users.usergroup: view add change delete
audits.userloginlog: view
settings.vault @settings.setting: change^
accounts.virtualaccount: view add change delete
rbac.webterminal @rbac.menupermission >view_workbench: view
rbac.workbench @rbac.menupermission >view_workbench: view
accounts.accountbaseautomation: add! change! delete! view!
accounts.automationexecution: add! change! delete! view!
accounts.changesecretrecord: add! change! delete!
accounts.historicalaccount: add! change! delete! view!
accounts.verifyaccountautomation: add! change! delete! view!
accounts.accountbackupexecution: change! delete!
accounts.historyaccount @accounts.account: view!
accounts.historyaccountsecret @accounts.account: view!
applications.application: add! change! delete! match! view!
assets.adminuser: add! change! delete! view!
assets.assetbaseautomation: add! change! delete! view!
assets.assetgroup: add! change! delete! view!
assets.automationexecution: add! change! delete! view!
assets.baseautomation: add! change! delete! view!
assets.cloud: add! change! delete! view!
assets.database: add! change! delete! view!
assets.device: add! change! delete! view!
assets.favoriteasset: add! change! delete! view!
assets.gatherfactsautomation: add! change! delete! view!
assets.host: add! change! delete! view!
assets.pingautomation: add! change! delete! view!
assets.platformautomation: add! change! delete! view!
assets.platformprotocol: add! change! delete! view!
assets.protocol: add! change! delete! view!
assets.systemuser: add! change! delete! match! view!
assets.web: add! change! delete! view!
audits.activitylog: add! change! delete!
audits.joblog: add! change! delete!
audits.operatelog: add! change! delete!
audits.passwordchangelog: add! change! delete!
audits.userloginlog: add! change! delete!
audits.ftplog: delete!
authentication.privatetoken: add! change! delete! view!
authentication.ssotoken: add! change! delete! view!
authentication.connectiontoken: change! delete!
authentication.superconnectiontoken: change! delete!
authentication.temptoken: delete!
notifications.messagecontent: add! change! delete! view!
notifications.sitemessage: add! change! delete! view!
notifications.systemmsgsubscription: add! change! delete! view!
notifications.usermsgsubscription: add! change! delete! view!
ops.celerytask: add! change! delete!
ops.celerytaskexecution: add! change! delete!
ops.historicaljob: add! change! delete! view!
ops.jobexecution: change! delete!
perms.permedaccount: add! change! delete! view!
perms.permedasset: add! change! delete! view!
perms.permnode: add! change! delete! view!
perms.userassetgrantedtreenoderelation: add! change! delete! view!
perms.usergroupassets @perms.permedasset: view!
rbac.contenttype: add! change! delete! view!
rbac.permission: add! change! delete!
rbac.role: add! change! delete! view!
rbac.rolebinding: add! change! delete! view!
rbac.orgrolebinding: change!+
rbac.systemrolebinding: change!
settings.setting: add! change! delete!
terminal.applethostdeployment: add! change! delete! view!
terminal.appletpublication: add! change! delete! view!
terminal.sessionreplay: add! change! delete!
terminal.sessionsharing: add! change! delete! view!
terminal.task: add! delete!
terminal.command: change! delete!
terminal.status: change! delete!
terminal.session: delete! share!
terminal.sessionjoinrecord: delete!
tickets.applyassetticket: add!+ change!+ delete!+ view!+
tickets.applycommandticket: add!+ change!+ delete!+ view!+
tickets.applyloginassetticket: add!+ change!+ delete!+ view!+
tickets.applyloginticket: add!+ change!+ delete!+ view!+
tickets.approvalrule: add!+ change!+ delete!+ view!+
tickets.comment: add!+ change!+ delete!+ view!+
tickets.ticket: add!+ change!+ delete!+
tickets.ticketassignee: add!+ change!+ delete!+ view!+
tickets.ticketflow: add!+ delete!+
tickets.ticketstep: add!+ change!+ delete!+ view!+
tickets.superticket: delete!+
tickets.ticketsession: delete!+ view!+
users.userpasswordhistory: add! change! delete! view!
xpack.interface: add!+ change!+ delete!+ view!+
xpack.license: add!+ change!+ delete!+ view!+
xpack.syncinstancedetail: add!+ change!+ delete!+
xpack.syncinstancetaskexecution: change!+ delete!+
`;
