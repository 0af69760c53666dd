import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the roles area. */
export const text = catalogue("roles", {
  role: ["Role", "角色", "ロール"],
  roleBinding: ["Role binding", "角色绑定", "ロールの割り当て"],
  displayName: ["Display name", "显示名称", "表示名"],
  scope: ["Scope", "范围", "範囲"],
  scopeSystem: ["System", "系统", "システム"],
  scopeOrganization: ["Organization", "组织", "組織"],
  usersAmount: ["Users", "用户数", "ユーザー数"],
  builtin: ["Built in", "内置", "組み込み"],
  permissions: ["Permissions", "权限", "権限"],
  user: ["User", "用户", "ユーザー"],
  members: ["users", "用户", "ユーザー"],
  userDisplay: ["User", "用户", "ユーザー"],
  systemRoles: ["System roles", "系统角色", "システムロール"],
  organizationRoles: ["Organization roles", "组织角色", "組織ロール"],
  systemAdmin: ["System administrator", "系统管理员", "システム管理者"],
  systemAuditor: ["System auditor", "系统审计员", "システム監査者"],
  systemUser: ["User", "普通用户", "一般ユーザー"],
  systemComponent: ["System component", "系统组件", "システムコンポーネント"],
  organizationAdmin: ["Organization administrator", "组织管理员", "組織管理者"],
  organizationAuditor: ["Organization auditor", "组织审计员", "組織監査者"],
  organizationUser: ["Organization user", "组织用户", "組織ユーザー"],
  builtinUnchangeable: [
    "A built-in role cannot be changed. Make a copy of it and change that.",
    "内置角色不能修改，请克隆后再修改。",
    "組み込みロールは変更できません。複製して変更してください。",
  ],
  builtinNotDeletable: [
    "A built-in role cannot be deleted.",
    "内置角色不能删除。",
    "組み込みロールは削除できません。",
  ],
  boundNotDeletable: [
    "Users still hold this role. Take it from them first.",
    "仍有用户拥有该角色，请先解除绑定。",
    "このロールを持つユーザーがいます。先に割り当てを解除してください。",
  ],
  nameTaken: [
    "A role of this scope already has this name.",
    "该范围内已有同名角色。",
    "同じ範囲に同名のロールがあります。",
  ],
  unknownPermission: [
    "There is no permission with the number {id}.",
    "编号为 {id} 的权限不存在。",
    "番号 {id} の権限は存在しません。",
  ],
  beyondOwn: [
    "You cannot give away permissions you do not have: {codes}",
    "不能授予自己没有的权限：{codes}",
    "自分が持っていない権限は付与できません：{codes}",
  ],
  takesBeyondOwn: [
    "You cannot take away permissions you do not have: {codes}",
    "不能收回自己没有的权限：{codes}",
    "自分が持っていない権限は取り消せません：{codes}",
  ],
  aboveOwn: [
    "This user has permissions you do not have: {codes}. Ask somebody who has them, or a system administrator.",
    "该用户拥有您没有的权限：{codes}。请联系拥有这些权限的人员或系统管理员。",
    "このユーザーには、あなたにない権限があります：{codes}。その権限を持つ人かシステム管理者に依頼してください。",
  ],
  otherOrganization: [
    "This user also belongs to the organization {name}, where you may not do this. Ask a system administrator.",
    "该用户还属于组织 {name}，您在该组织中无权执行此操作。请联系系统管理员。",
    "このユーザーは組織 {name} にも所属しており、あなたはそこではこの操作を行えません。システム管理者に依頼してください。",
  ],
  scopeFixed: [
    "This endpoint makes roles of the scope {scope} only.",
    "此接口只能创建范围为 {scope} 的角色。",
    "この操作では範囲が {scope} のロールのみ作成できます。",
  ],
  cloneMissing: [
    "The role to copy does not exist.",
    "要克隆的角色不存在。",
    "複製元のロールが存在しません。",
  ],
  alreadyBound: [
    "The user already has this role.",
    "该用户已拥有此角色。",
    "ユーザーは既にこのロールを持っています。",
  ],
  lastSystemRole: [
    "Every user keeps at least one system role.",
    "用户至少需要保留一个系统角色。",
    "ユーザーには少なくとも 1 つのシステムロールが必要です。",
  ],
  lastOrganizationRole: [
    "This is the user's last role here. Remove the user from the organization instead.",
    "这是该用户在此组织中的最后一个角色，请改用“从组织移除”。",
    "このユーザーの最後のロールです。代わりに組織から削除してください。",
  ],
  lastAdministrator: [
    "This would leave no active system administrator. Appoint another one first.",
    "此操作会导致没有可用的系统管理员，请先指定另一位。",
    "有効なシステム管理者がいなくなります。先に別の管理者を指定してください。",
  ],
  administratorOnly: [
    "Only a system administrator can change a system administrator.",
    "只有系统管理员才能修改系统管理员。",
    "システム管理者を変更できるのはシステム管理者だけです。",
  ],
  globalView: ["Everywhere", "所有组织通用", "全組織共通"],
  permissionsNeeded: [
    "Send the list of permissions the role would have.",
    "请提交该角色拟拥有的权限列表。",
    "ロールに持たせる権限の一覧を送信してください。",
  ],
  allOrganizations: ["All organizations", "所有组织", "すべての組織"],
  organizationNeeded: [
    "Choose an organization first: roles of organizations are given inside one.",
    "请先选择一个组织：组织角色只能在组织内授予。",
    "先に組織を選択してください。組織ロールは組織内で付与します。",
  ],
});
