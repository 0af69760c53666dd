import type { Texts } from "../catalogue.ts";
import type en from "../en/sessions.ts";

export default {
  online: "接続中",
  finished: "終了済み",
  stateOnline: "接続中",
  stateFinished: "終了",
  commands: "コマンド記録",
  duration: "時間",
  replay: "再生",
  terminate: "切断",
  terminateTitle_one: "セッションを切断しますか？",
  terminateTitle_other: "{{count}} 件のセッションを切断しますか？",
  terminateBody: "{{names}}: 接続はすぐに切れ、保存していない作業は失われることがあります。",
  terminateSent: "ゲートウェイに終了を伝えました",
  noOnline: "現在接続している人はいません。",
  noFinished: "終了したセッションとその録画がここに表示されます。",
} satisfies Texts<typeof en>;
