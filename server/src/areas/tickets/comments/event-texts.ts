import {
  catalogue,
  type Language,
  type Message,
  translate,
  withParameters,
} from "../../../engine/i18n/index.ts";
import { text as tickets } from "../texts.ts";
import type { TicketEvent } from "./events.ts";

const text = catalogue("tickets.events", {
  pending: ["{user} opened the ticket", "{user} 提交了工单", "{user} がチケットを起票しました"],
  approved: ["{user} approved the ticket", "{user} 批准了工单", "{user} がチケットを承認しました"],
  rejected: ["{user} rejected the ticket", "{user} 拒绝了工单", "{user} がチケットを却下しました"],
  approvedByLink: [
    "{user} approved the ticket by the mailed link and a second factor",
    "{user} 通过邮件链接并验证第二因子后批准了工单",
    "{user} がメールのリンクから第二要素を確認してチケットを承認しました",
  ],
  rejectedByLink: [
    "{user} rejected the ticket by the mailed link and a second factor",
    "{user} 通过邮件链接并验证第二因子后拒绝了工单",
    "{user} がメールのリンクから第二要素を確認してチケットを却下しました",
  ],
  closed: ["{user} canceled the ticket", "{user} 取消了工单", "{user} がチケットを取り消しました"],
  emergency: [
    "{user} connected immediately by emergency access. A reviewer signs it off afterwards.",
    "{user} 通过紧急访问立即连接，须事后核签。",
    "{user} が緊急アクセスですぐに接続しました。事後の確認が必要です。",
  ],
  signed_off: [
    "{user} signed off the emergency access",
    "{user} 已核签此次紧急访问",
    "{user} が緊急アクセスを確認しました",
  ],
  objected: [
    "{user} objected to the emergency access",
    "{user} 对此次紧急访问提出异议",
    "{user} が緊急アクセスに異議を申し立てました",
  ],
  approval_ended: [
    "{user} ended the approval",
    "{user} 终止了审批的有效期",
    "{user} が承認の有効期間を終了しました",
  ],
  approval_lost: [
    "The approval ended automatically because the person could no longer connect. A new approval is needed.",
    "审批已自动失效：申请人曾失去连接权限，需要重新申请。",
    "接続できない状態になったため、承認は自動的に終了しました。改めて承認が必要です。",
  ],
  handed_over: [
    "None of the people asked can sign off any longer. {user} was asked instead.",
    "原审批人均已无法核签，改由 {user} 核签。",
    "確認を依頼されていた人がいなくなったため、{user} に依頼しました。",
  ],
  asset: [
    "The ticket was closed automatically: the asset was deleted.",
    "工单已自动关闭：资产已删除。",
    "アセットが削除されたため、チケットは自動的に閉じられました。",
  ],
  account: [
    "The ticket was closed automatically: the account was deleted.",
    "工单已自动关闭：账号已删除。",
    "アカウントが削除されたため、チケットは自動的に閉じられました。",
  ],
  person: [
    "The ticket was closed automatically: the applicant was deleted or left the organization.",
    "工单已自动关闭：申请人已删除或已离开组织。",
    "申請者が削除されたか組織を離れたため、チケットは自動的に閉じられました。",
  ],
  session: [
    "The ticket was closed automatically: the session has ended. The command was not run.",
    "工单已自动关闭：会话已结束，命令未执行。",
    "セッションが終了したため、チケットは自動的に閉じられました。コマンドは実行されていません。",
  ],
  approvers: [
    "The ticket was closed automatically: no one is left who can decide.",
    "工单已自动关闭：已没有可以审批的人。",
    "判断できる人がいなくなったため、チケットは自動的に閉じられました。",
  ],
  organization: [
    "The ticket was closed automatically: the organization was deleted.",
    "工单已自动关闭：组织已删除。",
    "組織が削除されたため、チケットは自動的に閉じられました。",
  ],
  expired: [
    "The ticket was closed automatically: no one decided in time.",
    "工单已自动关闭：超过期限无人审批。",
    "期限内に判断されなかったため、チケットは自動的に閉じられました。",
  ],
  waiting: [
    "The ticket was closed automatically: the person waiting for it disconnected.",
    "工单已自动关闭：等待审批的连接已中断。",
    "承認を待っていた接続が切れたため、チケットは自動的に閉じられました。",
  ],
  field: ["Change field", "变更项", "変更項目"],
  before: ["Before change", "变更前", "変更前"],
  after: ["After change", "变更后", "変更後"],
});

const labels: Readonly<Record<string, Message>> = {
  apply_nodes: tickets.applyNodes,
  apply_assets: tickets.applyAssets,
  apply_accounts: tickets.applyAccounts,
  apply_actions: tickets.applyActions,
  apply_date_start: tickets.dateStart,
  apply_date_expired: tickets.dateExpired,
};

/** Text inside a table of Markdown: names are data and format nothing. */
const plain = (value: string): string =>
  value.replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, " ");

const byLink: Readonly<Record<string, Message>> = {
  approved: text.approvedByLink,
  rejected: text.rejectedByLink,
};

const sentenceOf = ({ name, by }: Exclude<TicketEvent, { name: "lost" }>): Message =>
  (by === "link" ? byLink[name] : undefined) ?? text[name];

/** What happened to a ticket, as the body of a comment in Markdown. */
export function tellEvent(event: TicketEvent, user: string, language: Language): string {
  const say = (message: Message): string => translate(message, language);
  if (event.name === "lost") return say(text[event.reason]);
  const sentence = say(withParameters(sentenceOf(event), { user: plain(user) }));
  if (event.changes === undefined) return sentence;
  const rows = event.changes.map(
    ({ field, before, after }) =>
      `| ${say(labels[field] ?? tickets.ticket)} | ${plain(before)} | ${plain(after)} |`,
  );
  const head = `| ${say(text.field)} | ${say(text.before)} | ${say(text.after)} |`;
  return [`${sentence}\n`, head, "| --- | --- | --- |", ...rows].join("\n");
}
