import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts about playbooks and their files. */
export const playbookText = catalogue("jobs.playbooks", {
  playbook: ["Playbook", "剧本", "プレイブック"],
  archive: ["Archive", "压缩包", "アーカイブ"],
  archiveHelp: [
    "A zip file with main.yml at its top.",
    "根目录包含 main.yml 的 zip 文件。",
    "最上位に main.yml を含む zip ファイル。",
  ],
  createMethod: ["Created from", "创建方式", "作成方法"],
  blank: ["Blank", "空白", "空白"],
  vcs: ["Repository", "代码仓库", "リポジトリ"],
  vcsUrl: ["Repository URL", "仓库地址", "リポジトリの URL"],
  noFile: ["Send a zip file.", "请上传 zip 文件。", "zip ファイルを送信してください。"],
  hasJob: [
    "A job runs this playbook. Change or delete the job first.",
    "有作业正在使用此剧本，请先修改或删除该作业。",
    "このプレイブックを使用するジョブがあります。先にジョブを変更または削除してください。",
  ],
  notArchive: [
    "The file is not a zip archive, or it is damaged.",
    "该文件不是 zip 压缩包或已损坏。",
    "zip アーカイブではないか、破損しています。",
  ],
  noEntry: [
    "The archive has no main.yml at its top.",
    "压缩包根目录中没有 main.yml。",
    "アーカイブの最上位に main.yml がありません。",
  ],
  badPath: [
    "“{name}” is not a path a playbook can have.",
    "“{name}”不是有效的剧本路径。",
    "「{name}」はプレイブックで使用できないパスです。",
  ],
  noLinks: [
    "“{name}” is a link or a special file. Only files and folders are allowed.",
    "“{name}”是链接或特殊文件，仅允许普通文件和文件夹。",
    "「{name}」はリンクまたは特殊ファイルです。使用できるのはファイルとフォルダーだけです。",
  ],
  encrypted: [
    "“{name}” is encrypted. Upload an archive without a password.",
    "“{name}”已加密，请上传未加密的压缩包。",
    "「{name}」は暗号化されています。パスワードのないアーカイブをアップロードしてください。",
  ],
  twice: [
    "“{name}” is in the archive twice.",
    "“{name}”在压缩包中重复出现。",
    "「{name}」がアーカイブに重複しています。",
  ],
  tooManyFiles: [
    "A playbook has at most {most} files and folders.",
    "单个剧本最多包含 {most} 个文件和文件夹。",
    "プレイブックのファイルとフォルダーは {most} 件までです。",
  ],
  tooLarge: [
    "A playbook has at most {megabytes} MB.",
    "单个剧本最大 {megabytes} MB。",
    "プレイブックは {megabytes} MB までです。",
  ],
  fileTooLarge: [
    "A file of a playbook has at most 1 MB. {name}",
    "剧本中的单个文件最大 1 MB。{name}",
    "プレイブックのファイルは 1 MB までです。{name}",
  ],
  isAvailable: ["Available", "是否可用", "利用可能"],
  version: ["Version", "版本", "バージョン"],
  reason: ["Reason", "原因", "理由"],
  file: ["File", "文件", "ファイル"],
  content: ["Content", "内容", "内容"],
  isFolderField: ["Folder", "文件夹", "フォルダー"],
  badKey: ["No file can have this path.", "无效的文件路径。", "無効なファイルパスです。"],
  badName: [
    "No file can have this name. Leave out slashes and control characters.",
    "无效的文件名，请勿使用斜杠和控制字符。",
    "無効なファイル名です。スラッシュや制御文字は使用できません。",
  ],
  isProtected: [
    "main.yml and the playbook itself cannot be renamed or deleted here.",
    "不能在此重命名或删除 main.yml 和剧本根目录。",
    "main.yml とプレイブック自体は、ここでは名前の変更も削除もできません。",
  ],
  noText: ["Send the content as text.", "内容应为文本。", "内容はテキストで送信してください。"],
  isFolder: ["This is a folder.", "这是一个文件夹。", "これはフォルダーです。"],
  notFolder: ["This is not a folder.", "这不是文件夹。", "これはフォルダーではありません。"],
  nameTaken: ["“{name}” already exists.", "“{name}”已存在。", "「{name}」はすでに存在します。"],
  unsupported: [
    "This file is not text and cannot be shown.",
    "该文件不是文本，无法显示。",
    "テキストファイルではないため、表示できません。",
  ],
  changedMeanwhile: [
    "Someone else changed this file since you opened it. Open it again before you save.",
    "打开后该文件已被他人修改，请重新打开后再保存。",
    "開いた後に別の変更が保存されました。開き直してから保存してください。",
  ],
});

/** What runs of playbooks say. */
export const playbookRunText = catalogue("jobs.playbookRuns", {
  gone: ["The playbook was deleted.", "剧本已被删除。", "プレイブックは削除されました。"],
  noGateway: [
    "No gateway is running that could run playbooks.",
    "没有正在运行、可执行剧本的网关。",
    "プレイブックを実行できるゲートウェイが動作していません。",
  ],
  noAnsible: [
    "Ansible is not installed on the server. Install ansible-core (2.12 or later) from the system's packages.",
    "服务器未安装 Ansible，请通过系统软件包安装 ansible-core（2.12 或更高版本）。",
    "サーバーに Ansible がインストールされていません。ansible-core（2.12 以降）をシステムのパッケージからインストールしてください。",
  ],
  oldAnsible: [
    "The server has ansible-core {version}. Playbooks need 2.12 or later.",
    "服务器的 ansible-core 版本为 {version}，运行剧本需要 2.12 或更高版本。",
    "サーバーの ansible-core は {version} です。プレイブックには 2.12 以降が必要です。",
  ],
  noSandbox: [
    "This server cannot isolate playbooks, so none runs. It takes Linux with util-linux.",
    "此服务器无法隔离剧本，因此不能运行。需要安装了 util-linux 的 Linux 系统。",
    "このサーバーではプレイブックを隔離できないため、実行できません。util-linux のある Linux が必要です。",
  ],
  noEntry: [
    "The playbook has no main.yml.",
    "剧本中没有 main.yml。",
    "プレイブックに main.yml がありません。",
  ],
  keyword: [
    "{file}, line {line}: `{keyword}` is not allowed. Playbooks run on assets, not on the server.",
    "{file} 第 {line} 行：不允许使用 `{keyword}`。剧本只能在资产上运行，不能在服务器上运行。",
    "{file} の {line} 行目：`{keyword}` は使用できません。プレイブックはサーバーではなくアセットで実行されます。",
  ],
  tooMuchText: [
    "The YAML files of the playbook are together longer than 1 MB.",
    "剧本的 YAML 文件总大小超过 1 MB。",
    "プレイブックの YAML ファイルの合計が 1 MB を超えています。",
  ],
  begins: [
    "ansible-core {version}, files {digest}",
    "ansible-core {version}，文件 {digest}",
    "ansible-core {version}、ファイル {digest}",
  ],
  notPosix: [
    "Playbooks run on Linux and Unix hosts only.",
    "剧本仅可在 Linux 和 Unix 主机上运行。",
    "プレイブックは Linux と Unix のホストでのみ実行できます。",
  ],
  hostEnded: ["The session on the host ended.", "主机会话已结束。", "ホストのセッションが終了しました。"],
  badRequest: ["The request was not understood.", "无法理解该请求。", "要求を解釈できませんでした。"],
  notOfRun: [
    "This host is not one of the assets of the job.",
    "该主机不在作业的资产范围内。",
    "このホストはジョブのアセットではありません。",
  ],
  taskFailed: ["Failed: {task}", "失败：{task}", "失敗：{task}"],
  noPlay: [
    "No play of the playbook is for this host.",
    "剧本中没有针对此主机的 play。",
    "このホストを対象とする play がありません。",
  ],
  noPython: [
    "The host has no python3, which playbooks need.",
    "主机上没有运行剧本所需的 python3。",
    "プレイブックに必要な python3 がホストにありません。",
  ],
  tooMuchMemory: [
    "The playbook took more memory than it may.",
    "剧本占用的内存超过限制。",
    "プレイブックのメモリ使用量が上限を超えました。",
  ],
  tooMuchOutput: [
    "The playbook printed more than it may.",
    "剧本的输出超过限制。",
    "プレイブックの出力が上限を超えました。",
  ],
  ansibleFailed: [
    "Ansible ended with status {code}. {message}",
    "Ansible 退出状态为 {code}。{message}",
    "Ansible は状態 {code} で終了しました。{message}",
  ],
});
