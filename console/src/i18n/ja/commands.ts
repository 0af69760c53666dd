import type { Texts } from "../catalogue.ts";
import type en from "../en/commands.ts";

export default {
  storages: "コマンドの保存先",
  invalid: "この保存先に接続できません。",
  noStorage: "コマンドはどこにも保存されていません。",
  noStorageHint: "記録を保存する保存先がありません。ターミナルの設定で選択してください。",
  empty: "セッションでコマンドが実行されると、ここに表示されます。",
  emptySession: "このセッションで実行されたコマンドはありません。",
  goto: "開く",
  play: "再生",
  copy: "コピー",
  copied: "コピーしました",
  notCopied: "ブラウザーがコピーを拒否しました",
  noOutput: "出力はありません。",
  tab: "コマンド記録",
  sourceExact: "正確な記録: 単独のコマンドとして送信されました。",
  sourceMarks: "シェル自身の目印によります。",
  sourceScreen: "プロンプトの後の画面表示から読み取りました。",
  cut: "保存されるのは出力の先頭だけです。",
} satisfies Texts<typeof en>;
