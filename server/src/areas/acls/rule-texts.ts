import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of access rules. */
export const ruleText = catalogue("acls.rules", {
  loginRule: ["Sign-in rule", "登录规则", "サインインルール"],
  assetRule: ["Asset access rule", "资产访问规则", "アセットアクセスルール"],
  methodRule: ["Connection method rule", "连接方式规则", "接続方法ルール"],
  priority: ["Priority", "优先级", "優先度"],
  priorityHelp: [
    "1 to 100. The first matching rule decides. A security setting says whether 1 or 100 comes first.",
    "1 到 100。按顺序由第一条匹配的规则决定；从哪一端开始匹配由安全设置决定。",
    "1〜100。最初に当てはまるルールで決まります。どちらの端から調べるかはセキュリティ設定で決まります。",
  ],
  priorityHighestFirst: [
    "1 to 100. Rules are checked from 100 down to 1, and by name within a priority. The first match decides.",
    "1 到 100。从 100 到 1 依次检查，优先级相同的按名称；由第一条匹配的规则决定。",
    "1〜100。100 から 1 の順に、同じ優先度では名前の順に確認し、最初に当てはまるルールで決まります。",
  ],
  priorityLowestFirst: [
    "1 to 100. Rules are checked from 1 up to 100, and by name within a priority. The first match decides.",
    "1 到 100。从 1 到 100 依次检查，优先级相同的按名称；由第一条匹配的规则决定。",
    "1〜100。1 から 100 の順に、同じ優先度では名前の順に確認し、最初に当てはまるルールで決まります。",
  ],
  action: ["Action", "动作", "アクション"],
  reject: ["Reject", "拒绝", "拒否"],
  accept: ["Accept", "接受", "許可"],
  review: ["Review", "审批", "承認制"],
  warning: ["Warning", "告警", "警告"],
  reviewers: ["Recipients", "接收人", "担当者"],
  reviewersNeeded: [
    "Choose who decides or is notified.",
    "请选择审批人或接收人。",
    "承認者または通知先を選択してください。",
  ],
  noReviewer: [
    "None of the reviewers belong to {organization}.",
    "所选人员均不属于 {organization}。",
    "選択した人は {organization} に所属していません。",
  ],
  approvalValidFor: ["Approval is valid for", "审批有效时长", "承認の有効時間"],
  approvalValidForHelp: [
    "Minutes during which the same person can connect again to the same asset with the same account without a new approval. 0: every connection needs approval.",
    "同一用户在多少分钟内使用同一账号再次连接同一资产时无需重新审批；0 表示每次连接都需审批。",
    "同じユーザーが同じアカウントで同じアセットに再接続するとき、改めて承認を求めない分数。0 は接続ごとに承認を求めます。",
  ],
  emergencyAccess: ["Emergency access", "紧急访问", "緊急アクセス"],
  emergencyAccessHelp: [
    "People can connect immediately by giving a reason. Reviewers are notified and sign off afterwards.",
    "用户填写原因后可立即连接；审批人会收到通知，并须事后核签。",
    "理由を入力すればすぐに接続できます。承認者に通知され、事後の確認が必要になります。",
  ],
  connectionRefused: [
    "An access rule rejects this connection.",
    "访问规则拒绝了此连接。",
    "アクセスルールにより、この接続は拒否されました。",
  ],
  users: ["User", "用户", "ユーザー"],
  assets: ["Asset", "资产", "アセット"],
  accounts: ["Account", "账号", "アカウント"],
  accountNeeded: [
    "Enter at least one account.",
    "请至少填写一个账号。",
    "アカウントを 1 つ以上指定してください。",
  ],
  rule: ["Rule", "规则", "ルール"],
  addresses: ["IP", "IP", "IP"],
  addressesHelp: [
    "* for every address; or addresses, networks (192.168.1.0/24, 2001:db8::/32) and ranges (10.1.1.1-10.1.1.20).",
    "* 表示所有地址；也可填写地址、网段（192.168.1.0/24、2001:db8::/32）和范围（10.1.1.1-10.1.1.20）。",
    "* はすべて。アドレス、ネットワーク（192.168.1.0/24、2001:db8::/32）、範囲（10.1.1.1-10.1.1.20）も指定できます。",
  ],
  addressInvalid: [
    "IP address invalid: `{entry}`",
    "IP 地址无效：`{entry}`",
    "IP アドレスが正しくありません：`{entry}`",
  ],
  periods: ["Time Period", "时段", "時間帯"],
  periodInvalid: [
    'A day is an id from 0 (Sunday) to 6 and hours such as "09:00~12:00、13:00~18:00", each ending after it starts.',
    "每天由 0（星期日）至 6 的编号和时间段组成，例如“09:00~12:00、13:00~18:00”，结束时间须晚于开始时间。",
    "曜日は 0（日曜）〜6、時間帯は「09:00~12:00、13:00~18:00」の形式で、終了は開始より後にしてください。",
  ],
  methods: ["Connect methods", "连接方式", "接続方法"],
  methodsInvalid: [
    "Enter the names of connection methods as a list.",
    "请以列表形式填写连接方式名称。",
    "接続方法の名前をリストで指定してください。",
  ],
});
