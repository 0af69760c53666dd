import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  loginAclCreate: "サインイン規則の作成",
  loginAclUpdate: "サインイン規則の編集",
  loginAclDetail: "サインイン規則",
  commandAclCreate: "コマンド規則の作成",
  commandAclUpdate: "コマンド規則の編集",
  commandAclDetail: "コマンド規則",
  loginAssetAclCreate: "アセットアクセス規則の作成",
  loginAssetAclUpdate: "アセットアクセス規則の編集",
  loginAssetAclDetail: "アセットアクセス規則",
  commandGroupCreate: "コマンドグループの作成",
  commandGroupUpdate: "コマンドグループの編集",
  commandGroupDetail: "コマンドグループ",
  connectMethodAclCreate: "接続方式の規則の作成",
  connectMethodAclUpdate: "接続方式の規則の編集",
  connectMethodAclDetail: "接続方式の規則",
  loginAcls: "サインイン規則",
  commandAcls: "コマンド規則",
  loginAssetAcls: "アセットアクセス規則",
  commandGroups: "コマンドグループ",
  connectMethodAcls: "接続方式の規則",
  commandGroupEmpty: "コマンドグループは、関連するコマンドを 1 つの名前にまとめたものです。",
} satisfies Texts<typeof en.titles>;
