/** Texts of the pages of domains, gateways and labels. */
export default {
  help: "ドメインは直接届かないネットワークです。セッションと自動化は、いずれかのゲートウェイを経由してドメイン内の資産に接続します。",
  emptyHint: "ドメインを作成してゲートウェイを追加し、その先の資産をドメインに入れてください。",
  assets: "資産",
  assetsHelp: "資産が属するドメインは 1 つだけです。追加すると元のドメインから外れます。",
  members: "{{name}} の資産とゲートウェイ",
  gateways: "ゲートウェイ",
  gateway: {
    countOf_one: "{{name}} のゲートウェイ {{count}} 台",
    countOf_other: "{{name}} のゲートウェイ {{count}} 台",
    emptyHint: "ゲートウェイがないと、このドメインの資産に経由して接続できません。",
    test: "接続テスト",
    testTitle: "ゲートウェイ {{name}} のテスト",
    port: "SSH ポート",
    portHelp:
      "途中でアドレス変換（NAT）がある場合は、ゲートウェイ自身の SSH サーバーが待ち受けるポートを入力してください。",
  },
  label: {
    action: "ラベル…",
    help: "ラベルは名前と値の組です。資産の検索に使え、権限の条件にもできます。",
    emptyHint: "env:prod のようなラベルを作成し、ここか資産リストで資産に付けてください。",
    nameHelp: "ラベルの対象（例：env）。名前と値は「名前:値」として表示されます。",
    carriers: "ラベル {{label}} の資産",
    bindTitle_one: "{{count}} 件の資産のラベル",
    bindTitle_other: "{{count}} 件の資産のラベル",
    add: "付ける",
    remove: "外す",
    bind: "適用",
    bound_zero: "選択した資産にはすでに付いています",
    bound_one: "{{count}} 件の資産のラベルを変更しました",
    bound_other: "{{count}} 件の資産のラベルを変更しました",
  },
} as const;
