import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  endpointCreate: "エンドポイントの作成",
  endpointUpdate: "エンドポイントの編集",
  endpointRuleCreate: "エンドポイントのルールの作成",
  endpointRuleUpdate: "エンドポイントのルールの編集",
} satisfies Texts<typeof en.titles>;

export default {
  endpoints: {
    basic: "基本",
    other: "その他",
    endpoint: "エンドポイント",
    endpoints: "エンドポイント",
    rules: "エンドポイントのルール",
    help: "エンドポイントは、クライアントプログラムの接続先となるホストとポートです（別の拠点など）。一致するルールがない場合は既定のエンドポイントを使用します。",
    ruleHelp:
      "アセットの IP に最初に一致したルールで、クライアントに案内するエンドポイントが決まります。endpoint ラベルを持つアセットは、ラベルの値と同じ名前のエンドポイントを使用します。",
    rulesEmpty: "ルールがない場合、すべてのクライアントは既定のエンドポイントに接続します。",
    atSite: "サイトのアドレス",
    defaultHost: "既定のエンドポイントは常にサイトのアドレスを使用します。",
    ports: "ポート",
    portHelp: "0 は、ここでは提供しないことを表します。",
    databasePorts: "データベースのポート",
    comma: "、",
    reach: {
      title: "使用状況",
      used: "使用中",
      inactive: "未使用：無効",
      no_endpoint: "未使用：エンドポイントなし",
      no_ports: "未使用：エンドポイントのポートがすべて 0",
      covered: "使用されません：先に {{names}} が一致",
    },
    try: {
      open: "アドレスをテスト",
      title: "アセットはどのエンドポイントを使用しますか？",
      address: "アセットの IP またはホスト名",
      protocol: "プロトコル",
      ask: "テスト",
      byRule: "ルール {{rule}} で選択されました。",
      byDefault: "一致するルールがないため、既定のエンドポイントを使用します。",
      unknown: "この名前のアドレスが見つかりません。すべてのアセットに適用されるルールのみを確認しました。",
      notOffered: "このプロトコルは提供されていません。",
      labels: "アセットのラベルはここでは考慮されません。",
    },
  },
} satisfies Texts<typeof en.default>;
