import type { Texts } from "../catalogue.ts";
import type en from "../en/startup.ts";

export default {
  signIn: {
    verifying: "サインインを確認できませんでした。サインインページへ移動します…",
    expiredBody:
      "セッションが終了しました。続けるにはもう一度サインインしてください。このページの入力を残すには「キャンセル」を選び、別のタブでサインインしてから戻ってください。",
  },
  failed: {
    network: "サーバーに接続できません。応答が戻ると、このページは自動的に続行します。",
    server:
      "コンソールの起動中にサーバーで問題が起きました。もう一度お試しください。続く場合は管理者にお知らせください。",
    refused:
      "このアカウントは現在コンソールを利用できません。管理者に問い合わせるか、別のアカウントでサインインしてください。",
    request: "リクエスト {{id}}",
  },
  failure: {
    timeout:
      "サーバーの応答が時間切れになりました。処理が続いている場合があります。繰り返す前に結果を確認してください。",
    unavailable: "サーバーは一時的に利用できません。しばらくしてからお試しください。",
    tooLarge: "サーバーが一度に受け付ける量を超えています。減らして送信してください。",
    tooMany: "試行回数が多すぎます。1 分ほど待ってからお試しください。",
    withRequest: "{{text}}（リクエスト {{id}}）",
  },
  connection: {
    offline: "オフラインです。入力した内容は残っています。接続が戻ると自動的に続行します。",
    lost: "サーバーが応答しません。入力した内容は残っています。応答が戻ると自動的に続行します。",
    retry: "今すぐ再試行",
    back: "再接続しました",
  },
  build: {
    title: "コンソールの新しいバージョンがインストールされました。都合のよいときに再読み込みしてください。",
    reload: "再読み込み",
    later: "後で",
    staleTitle: "このページは別のバージョンのものです",
    staleBody:
      "このタブを開いている間に製品が更新されました。再読み込みして新しいバージョンで続けてください。",
    chunkTitle: "ページを読み込めませんでした",
    chunkBody: "読み込み中に接続が切れました。サーバーが応答すると再び読み込みます。",
  },
  crash: {
    again: "開き直す",
    details: "内容: {{message}}",
  },
  access: {
    noOrganizationTitle: "まだどの組織にも所属していません",
    noOrganizationBody:
      "ここにあるものはすべて組織に属します。管理者に {{username}} を組織へ追加してもらい、もう一度確認してください。",
    noPermissionTitle: "アカウントにまだ権限がありません",
    noPermissionBody:
      "管理者に {{organization}} で {{username}} へロールを割り当ててもらうか、別の組織を選んでください。",
    again: "もう一度確認",
    signOut: "サインアウト",
    unlicensedTitle: "このページには有効なライセンスが必要です",
    unlicensedBody:
      "この環境のライセンスがないか、期限が切れています。データは失われません。有効なライセンスで再び使えるようになります。ライセンスの管理者に問い合わせてください。",
    openLicense: "ライセンスページを開く",
  },
  organization: {
    global: "グローバル",
  },
} satisfies Texts<typeof en>;
