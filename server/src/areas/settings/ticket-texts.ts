import { catalogue } from "../../engine/i18n/index.ts";

/** The texts of the settings of tickets. */
export const text = catalogue("settings.tickets", {
  category: ["Tickets", "工单", "チケット"],
  enabled: ["Tickets", "启用工单", "チケットを有効にする"],
  enabledHelp: [
    "If turned off, the console shows no tickets. Rules that require approval still do.",
    "关闭后控制台不再提供工单；需要审批的规则仍然有效。",
    "オフの場合、コンソールにチケットは表示されません。承認を求めるルールは引き続き有効です。",
  ],
  usualTime: ["Default access duration", "默认授权时长", "既定のアクセス期間"],
  usualTimeHelp: [
    "Duration of a request unless the applicant chooses another one.",
    "申请人未另行选择时申请的时长。",
    "申請者が変更しない場合に申請する期間です。",
  ],
  usualUnit: ["Unit of the duration", "时长单位", "期間の単位"],
  day: ["Days", "天", "日"],
  hour: ["Hours", "小时", "時間"],
  selfApproval: [
    "Sole approvers can approve their own requests",
    "允许唯一审批人审批自己的申请",
    "唯一の承認者に自分の申請の承認を許可",
  ],
  selfApprovalHelp: [
    "If turned off, requests whose only approver is the applicant are refused.",
    "关闭时，如果申请人是唯一审批人，申请会被拒绝。",
    "オフの場合、申請者が唯一の承認者となる申請は受け付けません。",
  ],
  reviewMfa: [
    "Reviewers of rules confirm with a second factor",
    "规则的审批人需验证第二因子",
    "ルールの承認者は第二要素で確認",
  ],
  reviewMfaHelp: [
    "Applies to sign-ins, connections and commands that a rule holds. Asset requests follow their flow.",
    "适用于被规则拦下的登录、连接和命令；资产申请以其流程设置为准。",
    "ルールで保留されたサインイン、接続、コマンドに適用されます。アセットの申請はフローの設定に従います。",
  ],
  linkDecides: [
    "Decide by mailed link and second factor",
    "允许通过邮件链接和第二因子审批",
    "メールのリンクと第二要素での判断を許可",
  ],
  linkDecidesHelp: [
    "Mailed links work once and only for their recipient, who confirms with a second factor instead of signing in. If turned off, links require sign-in.",
    "邮件链接仅供收件人使用一次，收件人验证第二因子后无需登录即可审批。关闭后链接要求登录。",
    "リンクは受信者だけが一度だけ使え、サインインの代わりに第二要素で確認します。オフの場合はサインインを求めます。",
  ],
  linkHours: ["Mailed links are valid for (hours)", "邮件链接有效期（小时）", "メールのリンクの有効時間"],
  linkHoursHelp: [
    "Applies to links that work without sign-in. They always end with the decision.",
    "适用于免登录审批的链接；审批完成后链接立即失效。",
    "サインインなしで判断できるリンクに適用されます。判断が済めばその時点で無効になります。",
  ],
  openDays: [
    "Close undecided tickets after (days)",
    "未审批工单的保留天数",
    "未決チケットを閉じるまでの日数",
  ],
  openDaysHelp: [
    "Tickets without a decision are closed automatically after this many days, and the applicant is notified.",
    "超过该天数无人审批的工单将自动关闭，并通知申请人。",
    "この日数を過ぎても判断されないチケットは自動的に閉じられ、申請者に通知されます。",
  ],
});
