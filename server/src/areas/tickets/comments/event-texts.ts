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
  approved: ["{user} approved the ticket", "{user} 同意了工单", "{user} がチケットを承認しました"],
  rejected: ["{user} rejected the ticket", "{user} 拒绝了工单", "{user} がチケットを却下しました"],
  closed: ["{user} cancelled the ticket", "{user} 取消了工单", "{user} がチケットを取り消しました"],
  asset: [
    "The ticket was closed automatically: the asset is gone.",
    "工单已自动关闭：资产已删除。",
    "アセットが削除されたため、チケットは自動的に閉じられました。",
  ],
  account: [
    "The ticket was closed automatically: the account is gone.",
    "工单已自动关闭：账号已删除。",
    "アカウントが削除されたため、チケットは自動的に閉じられました。",
  ],
  person: [
    "The ticket was closed automatically: the applicant is gone, or left the organization.",
    "工单已自动关闭：申请人已删除或已离开组织。",
    "申請者が削除されたか組織を離れたため、チケットは自動的に閉じられました。",
  ],
  approvers: [
    "The ticket was closed automatically: nobody is left who could decide.",
    "工单已自动关闭：已没有可以审批的人。",
    "判断できる人がいなくなったため、チケットは自動的に閉じられました。",
  ],
  organization: [
    "The ticket was closed automatically: the organization is gone.",
    "工单已自动关闭：组织已删除。",
    "組織が削除されたため、チケットは自動的に閉じられました。",
  ],
  expired: [
    "The ticket was closed automatically: nobody decided in time.",
    "工单已自动关闭：超过期限无人审批。",
    "期限内に判断されなかったため、チケットは自動的に閉じられました。",
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

/** What happened to a ticket, as the body of a comment in Markdown. */
export function tellEvent(event: TicketEvent, user: string, language: Language): string {
  const say = (message: Message): string => translate(message, language);
  if (event.name === "lost") return say(text[event.reason]);
  const sentence = say(withParameters(text[event.name], { user: plain(user) }));
  if (event.changes === undefined) return sentence;
  const rows = event.changes.map(
    ({ field, before, after }) =>
      `| ${say(labels[field] ?? tickets.ticket)} | ${plain(before)} | ${plain(after)} |`,
  );
  const head = `| ${say(text.field)} | ${say(text.before)} | ${say(text.after)} |`;
  return [`${sentence}\n`, head, "| --- | --- | --- |", ...rows].join("\n");
}
