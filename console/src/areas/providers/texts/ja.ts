import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  sourcePeople: "サインイン元",
} satisfies Texts<typeof en.titles>;

export default {
  sources: {
    open: "ロール・グループ・関連付け",
    title: "{{source}}：ロール・グループ・関連付け",
    unknown: "このアドレスのサインイン元は存在しません。",
    tab: { rules: "ロールとグループ", links: "関連付けたユーザー" },
    rules: {
      hint: "ルールはサインインのたびに適用されます。当てはまらなくなると、ルールで付与したものは取り消されます。管理者が付与したものは残ります。",
      none: "ルールがない場合、新しいユーザーには既定のロールだけが付き、グループには入りません。ルールを追加すると、{{source}} からの情報に応じてロールとグループを付与できます。",
      create: "ルールを作成",
      edit: "ルールを編集",
      saved: "ルールを保存しました。次のサインインから適用されます。",
      gives: "付与するもの",
      system: "システムロール",
      organizationRole: "組織のロール",
      group: "ユーザーグループ",
      example: "例：groups",
    },
    links: {
      hint: "{{source}} の人がどのユーザーかを示します。解除すると、そのユーザーを別の人に関連付けられます。",
      none: "{{source}} で初めてサインインしたユーザーがここに表示されます。",
      label: "関連付けたユーザー",
    },
    unlink: {
      action: "関連付けを解除",
      title: "{{name}} の関連付けを解除しますか？",
      body: "ユーザーは残り、ルールで付与したロールとグループは取り消されます。次のサインインでは、設定に従って再び関連付けられるか、新しいユーザーになります。",
      ownBody:
        "管理者がユーザー名での関連付けを許可していない限り、{{source}} ではサインインできなくなります。付与されたロールとグループは取り消されます。",
      done: "{{name}} の関連付けを解除しました",
      ownDone: "{{source}} との関連付けを解除しました",
      one: "{{source}} との関連付けを解除",
    },
    card: {
      title: "関連付けたサインイン元",
      ownHint: "次のシステムでもサインインできます。",
      since: "関連付け",
      managed: "このサインイン元を使ってサインインしています。解除は管理者が行います。",
    },
    trial: {
      open: "サインインを試算",
      title: "{{source}} でのサインインを試算",
      hint: "保存済みの設定とルールでの結果を表示します。何も変更されず、誰もサインインしません。",
      claims: "クレーム（JSON）",
      claimsHelp: "ID トークンまたはユーザー情報のクレームを貼り付けてください。",
      answer: "サーバーの応答（JSON）",
      answerHelp: "サーバーが返すユーザーと属性です。",
      attributesHelp:
        "パスワードの受け入れ時にサーバーが返す属性：Filter-Id、Class、ベンダー属性は Vendor-9-1 のように書きます。",
      username: "ユーザー名",
      usernameHelp: "この人の情報をディレクトリーに問い合わせます。",
      ask: "表示",
      enter: "関連付け済みのユーザー {{name}} としてサインインします。",
      link: "既存のユーザー {{name}} に関連付けられ、サインインします。",
      create: "新しいユーザー {{name}} が作成されます。",
      refuse: "サインインできません。",
      changes: "項目",
      gains: "付与",
      losses: "取り消し",
      attributes: "属性",
      nothing: "なし",
      change: "{{field}}：{{before}} → {{after}}",
    },
    scim: {
      label: "SCIM ソース",
      hint: "Entra ID や Okta などの ID プロバイダーが、SCIM 2.0 でユーザーとグループを作成、変更、無効化します。ソースごとに専用のトークンがあり、自分が送ったユーザーとグループだけを扱えます。",
      none: "ID プロバイダーごとにソースを作成し、エンドポイントとトークンを ID プロバイダー側に設定してください。",
      create: "SCIM ソースを作成",
      edit: "SCIM ソースを編集",
      saved: "ソースを保存しました",
      make: "トークンを作成",
      rotate: "トークンを交換",
      rotateTitle: "{{name}} のトークンを交換しますか？",
      rotateBody:
        "現在のトークンはすぐに使えなくなります。新しいトークンを ID プロバイダー側に設定してください。",
      revoke: "トークンを失効",
      revokeTitle: "{{name}} のトークンを失効させますか？",
      revokeBody:
        "新しいトークンを設定するまで、ID プロバイダーは何も変更できません。ユーザーとグループは残ります。",
      revoked: "トークンを失効させました",
      token: "トークン",
      tokenTitle: "{{name}} のトークン",
      tokenHint: "両方を ID プロバイダー側に設定してください。トークンが表示されるのは今回だけです。",
      endpoint: "エンドポイント",
      copyEndpoint: "エンドポイントをコピー",
      users: "{{name}} のユーザー",
    },
  },
} satisfies Texts<typeof en.default>;
