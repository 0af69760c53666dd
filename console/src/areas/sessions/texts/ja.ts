import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  sessions: "セッション記録",
  sessionDetail: "セッション",
  commands: "コマンド記録",
} satisfies Texts<typeof en.titles>;

export default {
  sessions: {
    online: "接続中",
    finished: "終了済み",
    stateOnline: "接続中",
    stateFinished: "終了",
    statePaused: "一時停止中",
    commands: "コマンド記録",
    duration: "時間",
    replay: "再生",
    download: "録画をダウンロード",
    pause: "一時停止",
    resume: "再開",
    pauseSent: "セッションの入力をロックしています…",
    resumeSent: "セッションの入力のロックを解除しています…",
    ended: "セッションはすでに終了しています",
    terminate: "切断",
    terminateTitle_one: "セッションを切断しますか？",
    terminateTitle_other: "{{count}} 件のセッションを切断しますか？",
    terminateBody: "{{names}}：接続はすぐに切れ、アセットで保存していない作業は失われることがあります。",
    terminateSent: "セッションを終了しています…",
    noOnline: "現在接続中のセッションはありません。",
    noFinished: "セッションが終了すると、録画とともにここに表示されます。",
  },
  commands: {
    storages: "コマンドの保存先",
    invalid: "この保存先に接続できません。",
    noStorage: "コマンドは保存されていません。",
    noStorageHint: "記録を保存する保存先がありません。ターミナルの設定で選択してください。",
    empty: "セッションでコマンドが実行されると、ここに表示されます。",
    emptySession: "このセッションで実行されたコマンドはありません。",
    goto: "開く",
    play: "再生",
    copy: "コピー",
    copied: "コピーしました",
    notCopied: "コピーできませんでした。文字を選択して手動でコピーしてください。",
    noOutput: "出力はありません。",
    tab: "コマンド記録",
    sourceExact: "正確な記録：単独のコマンドとして送信されました。",
    sourceMarks: "シェルが付けた目印によります。",
    sourceScreen: "プロンプトの後の画面表示から読み取りました。",
    cut: "保存されるのは出力の先頭だけです。",
  },
} satisfies Texts<typeof en.default>;
