/** Texts of connections that other programs carry: the person's own, and pages of components. */
export default {
  client: {
    once: "このパスワードは 1 回の接続にのみ使用できます。",
    often: "このパスワードは有効期間中、繰り返し使用できます。",
    left: "残り時間：{{time}}",
    over: "このパスワードの有効期間が過ぎました。",
    renew: "新しいパスワードを取得",
    always: "ご自身のパスワードまたは SSH 鍵でいつでも接続できます：",
    command: "コマンド",
    password: "パスワード",
    show: "表示",
    hide: "隠す",
    host: "ホスト",
    port: "ポート",
    username: "ユーザー名",
    form: "入力欄のあるクライアント向け：ホスト、ポート、ユーザー名",
    open: "クライアントで開く",
    known: "このコンピューターには jms:// リンク用のクライアントがあります。今後は直接開きます。",
    reusable: "複数回の使用を許可する",
    editors: "エディター向け：VS Code、JetBrains",
    config: "SSH 設定",
    vscode:
      "拡張機能 Remote - SSH をインストールし、「Remote-SSH: Open SSH Configuration File」でこの内容を追加してから、「Remote-SSH: Connect to Host」で {{alias}} を選びます。",
    jetbrains: "この内容を ~/.ssh/config に追加し、SSH 接続を作成してホストに {{alias}} を入力します。",
    editorsNeed:
      "エディターには、ポート転送を許可する権限と、エディターのサーバーを実行できるアセットが必要です。",
    filePrograms: "ファイル転送プログラム向け：WinSCP、FileZilla",
    address: "アドレス",
    winscp: "新しいセッションのホスト名にこのアドレスを貼り付けて、サインインします。",
    filezilla:
      "プロトコル SFTP のサイトを作成し、以下の値を入力します。ログオンタイプは対話型、または鍵ファイルを選びます。",
    failed: "接続を準備できませんでした。もう一度お試しください。",
    nothingOpened: "クライアントが開かれなかったようです。",
    useCommand:
      "jms:// リンクには互換 API のクライアントが必要です。Sallyport には含まれていません。代わりに、上のコマンドを任意の SSH クライアントで使ってください。",
    useValues:
      "jms:// リンクには互換 API のクライアントが必要です。Sallyport には含まれていません。代わりに、上のコマンドや値をこのデータベースの任意のクライアントで使ってください。",
    useFile:
      "jms:// リンクには互換 API のクライアントが必要です。Sallyport には含まれていません。代わりに、RDP ファイルをダウンロードし、任意のリモートデスクトップクライアントで開いてください。",
    database: "データベース",
    desktopAsks:
      "リモートデスクトップクライアントがこのパスワードを求めます。ほかの情報はファイルに含まれています。",
    file: "RDP ファイルをダウンロード",
    fullScreen: "全画面表示",
    allMonitors: "すべてのモニターを使う",
    drives: "このコンピューターのドライブを共有する",
  },
  component: {
    waiting: "{{component}} を待っています…",
    frame: "{{name}} のセッション",
    failed: "{{component}} が応答しません",
    silent: "{{component}} から 10 秒間応答がありません",
    failedHint:
      "この接続はコンポーネント {{component}} が {{address}}/{{component}}/ で開きます。コンポーネントが動作しているか、プロキシまたはエンドポイントがそこに通じているか、管理者に確認を依頼してください。",
    blockedHint:
      "このページの読み込み時に、エンドポイント {{address}} はまだありませんでした。ページを再読み込みしてから、もう一度接続してください。",
    reload: "ページを再読み込み",
  },
} as const;
