import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  organizationCreate: "組織の作成",
  organizationUpdate: "組織の編集",
  organizationDetail: "組織",
  organizations: "組織",
} satisfies Texts<typeof en.titles>;

export default {
  organizations: {
    basic: "基本情報",
    members: "メンバー",
    amount: {
      users: "ユーザー",
      groups: "ユーザーグループ",
      assets: "アセット",
      permissions: "アセットのアクセス権",
      domains: "ドメイン",
    },
    globalName: "グローバル組織",
    holds: "含まれるもの",
    work: "この組織に切り替える",
    deleteTitle: "組織「{{name}}」を削除しますか？",
    deleteEmpty: "空の組織です。元に戻すことはできません。",
    deleteHolds: "削除できるのは空の組織だけです。含まれるものを先に移動または削除してください：",
    deleteAlso: "ラベルと、ルート以外のノードもすべて削除してください。",
    emptyHint: "組織ごとに、ユーザー、アセット、アクセス権が分けられます。",
    membersEmpty: "ロールを持つユーザーがまだいません。ユーザーを招待してください。",
  },
} satisfies Texts<typeof en.default>;
