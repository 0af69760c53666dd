import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  flowCreate: "新建审批流程",
  flowUpdate: "编辑审批流程",
  flowDetail: "审批流程",
  myTickets: "我的申请",
  assignedTickets: "待我审批",
  requestAssetPermission: "申请资产授权",
  requestAssetPermissionDetail: "资产授权申请",
  loginAssetConfirm: "资产登录审批",
  loginConfirm: "用户登录审批",
  commandConfirm: "命令执行审批",
  ticketDetail: "工单",
  flows: "审批流程",
} satisfies Texts<typeof en.titles>;
