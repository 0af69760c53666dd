import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export default {
  access: {
    noOrganization: {
      title: "まだどの組織にも所属していません",
      body: "管理者に {{username}} を組織へ追加してもらい、もう一度確認してください。",
    },
    noRights: {
      title: "現在のロールで利用できるものがありません",
      body: "{{organizations}} に所属していますが、現在のロールで開ける画面がありません。組織の管理者に {{username}} へ別のロールを割り当ててもらい、もう一度確認してください。",
    },
    unlicensed: {
      title: "所属する組織には有効なライセンスが必要です",
      body: "{{organizations}} に所属しています。有効なライセンスがない間は既定の組織だけを利用できます。管理者にライセンスを更新してもらうか、{{username}} を既定の組織に追加してもらってください。",
    },
    noPermission: {
      title: "アカウントにまだ権限がありません",
      body: "管理者に {{organization}} で {{username}} へロールを割り当ててもらうか、別の組織を選んでください。",
    },
    place: "{{name}}（{{roles}}）",
    again: "もう一度確認",
    signOut: "サインアウト",
    left: "{{left}} は利用できなくなりました。",
    leftTo: "{{left}} は利用できなくなりました。現在は {{now}} で作業しています。",
  },
} satisfies Texts<typeof en.default>;
