import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  loginAclCreate: "新建登录规则",
  loginAclUpdate: "编辑登录规则",
  loginAclDetail: "登录规则",
  commandAclCreate: "新建命令规则",
  commandAclUpdate: "编辑命令规则",
  commandAclDetail: "命令规则",
  loginAssetAclCreate: "新建资产访问规则",
  loginAssetAclUpdate: "编辑资产访问规则",
  loginAssetAclDetail: "资产访问规则",
  commandGroupCreate: "新建命令组",
  commandGroupUpdate: "编辑命令组",
  commandGroupDetail: "命令组",
  connectMethodAclCreate: "新建连接方式规则",
  connectMethodAclUpdate: "编辑连接方式规则",
  connectMethodAclDetail: "连接方式规则",
  loginAcls: "登录规则",
  commandAcls: "命令规则",
  loginAssetAcls: "资产访问规则",
  commandGroups: "命令组",
  connectMethodAcls: "连接方式规则",
  commandGroupEmpty: "命令组用一个名称汇集相关的命令。",
} satisfies Texts<typeof en.titles>;
