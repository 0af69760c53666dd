import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the pages outside the console. */
export const text = catalogue("pages", {
  continue: ["Continue", "继续", "続ける"],
  cancel: ["Cancel", "取消", "キャンセル"],
  messageGoneTitle: ["Nothing to show", "没有可显示的内容", "表示する内容がありません"],
  messageGone: [
    "This message has been shown already, or a minute has passed. Go on to the console.",
    "此消息已显示过，或已超过一分钟。请继续前往控制台。",
    "このメッセージは表示済みか、1 分が経過しました。コンソールへ進んでください。",
  ],
  download: ["What you need to connect", "连接所需的软件", "接続に必要なもの"],
  downloadIntro: [
    "Terminals and files open in the browser; nothing has to be installed for them.",
    "终端和文件均可在浏览器中打开，无需安装任何软件。",
    "ターミナルとファイルはブラウザーで開けます。何もインストールする必要はありません。",
  ],
  downloadSsh: [
    "To work with an SSH client of your own, use OpenSSH. Most systems bring it along: enter ssh -V to see.",
    "如需使用自己的 SSH 客户端，请使用 OpenSSH。大多数系统已自带，可输入 ssh -V 查看。",
    "お手元の SSH クライアントを使う場合は OpenSSH をお使いください。多くのシステムに付属しています。ssh -V で確認できます。",
  ],
  downloadWindows: [
    "Windows 10 and later: PowerShell as administrator",
    "Windows 10 及以上：以管理员身份运行 PowerShell",
    "Windows 10 以降：管理者として PowerShell を実行",
  ],
  downloadMac: ["macOS: already there", "macOS：系统自带", "macOS：標準で付属"],
  downloadDebian: ["Debian and Ubuntu", "Debian 与 Ubuntu", "Debian・Ubuntu"],
  downloadFedora: ["Fedora and Red Hat", "Fedora 与 Red Hat", "Fedora・Red Hat"],
  toConsole: ["To the console", "前往控制台", "コンソールへ"],
  language: ["Language", "语言", "言語"],
  tagline: [
    "The one way in to every machine, and a record of every step.",
    "访问每台机器的唯一入口，每一步皆有记录。",
    "すべてのマシンへの唯一の入口。すべての操作を記録します。",
  ],
});
