import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the pages outside the console. */
export const text = catalogue("pages", {
  continue: ["Continue", "继续", "続ける"],
  cancel: ["Cancel", "取消", "キャンセル"],
  messageGoneTitle: ["This message has expired", "此消息已过期", "このメッセージの有効期限が切れました"],
  messageGone: [
    "A message is shown once, for up to a minute. Continue to the console.",
    "消息只显示一次，且仅在一分钟内有效。请继续前往控制台。",
    "メッセージは 1 分以内に 1 回だけ表示されます。コンソールへ進んでください。",
  ],
  download: ["Tools for connecting", "连接工具", "接続ツール"],
  downloadIntro: [
    "Terminals and files open in your browser. You do not need to install anything.",
    "终端和文件均可在浏览器中打开，无需安装任何软件。",
    "ターミナルとファイルはブラウザーで開けます。インストールは不要です。",
  ],
  downloadSsh: [
    "To use your own SSH client, we recommend OpenSSH. Most systems include it: run ssh -V to check.",
    "如需使用自己的 SSH 客户端，推荐 OpenSSH。大多数系统已自带，可运行 ssh -V 查看。",
    "お手元の SSH クライアントを使う場合は OpenSSH をお勧めします。多くのシステムに付属しており、ssh -V で確認できます。",
  ],
  downloadWindows: [
    "Windows 10 or later, in PowerShell as administrator",
    "Windows 10 及以上：以管理员身份运行 PowerShell",
    "Windows 10 以降：管理者として PowerShell を実行",
  ],
  downloadMac: ["macOS: already installed", "macOS：系统自带", "macOS：標準でインストール済み"],
  downloadDebian: ["Debian and Ubuntu", "Debian 与 Ubuntu", "Debian・Ubuntu"],
  downloadFedora: ["Fedora and Red Hat", "Fedora 与 Red Hat", "Fedora・Red Hat"],
  toConsole: ["Open console", "打开控制台", "コンソールを開く"],
  language: ["Language", "语言", "言語"],
  tagline: [
    "One way in to every machine, and a record of every step.",
    "访问每台机器的唯一入口，每一步皆有记录。",
    "すべてのマシンへの唯一の入口。すべての操作を記録します。",
  ],
});
