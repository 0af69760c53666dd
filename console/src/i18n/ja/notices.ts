import type { Texts } from "../catalogue.ts";
import type en from "../en/notices.ts";

export default {
  region: "お知らせ",
  close: "このお知らせを閉じる",
  view: "ライセンスを開く",
  changePassword: "パスワードを変更",
  more: "詳しく読む",
  licenseExpired: "ライセンスは {{date}} に期限切れとなりました。ライセンスが必要な機能は停止しています。",
  licenseEnds: "ライセンスは {{date}} に期限切れとなります。",
  licenseTesting: "このライセンスはテスト専用です。",
  licenseExceeded: "資産が {{count}} 件あり、ライセンスの上限 {{limit}} 件を超えています。",
  passwordExpired: "パスワードの有効期限が切れています。利用を続けるには変更してください。",
  passwordEnds_one: "パスワードの有効期限まであと {{count}} 日です。早めに変更してください。",
  passwordEnds_other: "パスワードの有効期限まであと {{count}} 日です。早めに変更してください。",
  announcement: "お知らせ: {{subject}}",
  announcementPlain: "お知らせ",
} satisfies Texts<typeof en>;
