import { catalogue } from "../../../engine/i18n/index.ts";

/** What people read in the file manager. */
export const managerText = catalogue("gateway.fileManager", {
  closed: [
    "The connection to the files has ended. Open them again.",
    "文件连接已断开，请重新打开。",
    "ファイルへの接続が終了しました。もう一度開いてください。",
  ],
  notFound: [
    "The file or folder does not exist.",
    "文件或目录不存在。",
    "ファイルまたはフォルダーが存在しません。",
  ],
  denied: [
    "You do not have permission to do this, or the target refused it.",
    "您没有此操作的权限，或目标拒绝了该操作。",
    "この操作の権限がないか、接続先が拒否しました。",
  ],
  lost: ["The connection to the target was lost.", "与目标的连接已断开。", "接続先との接続が切れました。"],
  unsupported: [
    "The target does not support this.",
    "目标不支持此操作。",
    "接続先はこの操作に対応していません。",
  ],
  failed: [
    "The target reported an error: {reason}",
    "目标报告错误：{reason}",
    "接続先がエラーを返しました：{reason}",
  ],
  exists: ["The name {name} already exists.", "名称 {name} 已存在。", "名前 {name} は既に存在します。"],
  badName: [
    "A name has 1 to 255 bytes and no slash.",
    "名称须为 1 到 255 个字节，且不能包含斜杠。",
    "名前は 1～255 バイトで、スラッシュは使えません。",
  ],
  badRequest: ["The request is not valid: {field}", "请求无效：{field}", "要求が正しくありません：{field}"],
  unknownCommand: ["Unknown command.", "未知命令。", "不明なコマンドです。"],
  diskFull: [
    "The disk of the target is full. {name} is incomplete: {size} bytes were written.",
    "目标磁盘已满。{name} 不完整：已写入 {size} 字节。",
    "接続先のディスクがいっぱいです。{name} は不完全です（{size} バイトを書き込み済み）。",
  ],
  writeFailed: [
    "The target did not accept more data (a quota, or not enough space). {name} is incomplete: {size} bytes were written.",
    "目标不再接受数据（配额或空间不足）。{name} 不完整：已写入 {size} 字节。",
    "接続先がこれ以上データを受け付けません（クォータまたは容量不足）。{name} は不完全です（{size} バイトを書き込み済み）。",
  ],
  changed: [
    "The file was changed by someone else after you opened it.",
    "该文件在您打开之后已被他人修改。",
    "開いた後に、ほかの人がファイルを変更しました。",
  ],
  tooLarge: [
    "The file is too large to edit here. The limit is {size} MiB.",
    "文件过大，无法在此编辑，上限为 {size} MiB。",
    "ファイルが大きすぎるため、ここでは編集できません（上限 {size} MiB）。",
  ],
  notText: ["The file is not UTF-8 text.", "该文件不是 UTF-8 文本。", "UTF-8 テキストではありません。"],
  otherPlace: [
    "The upload was interrupted. Continue at {size} bytes.",
    "上传已中断，请从第 {size} 字节继续。",
    "アップロードが中断されました。{size} バイトから再開してください。",
  ],
  intoItself: [
    "A folder cannot be copied into itself.",
    "不能将目录复制到其自身内。",
    "フォルダーを自身の中にコピーすることはできません。",
  ],
  tooDeep: ["The folders are nested too deeply.", "目录嵌套过深。", "フォルダーの階層が深すぎます。"],
  crossSite: ["The request comes from another site.", "请求来自其他站点。", "別のサイトからの要求です。"],
  notForFiles: [
    "This connection token does not open files.",
    "该连接令牌不能用于打开文件。",
    "この接続トークンではファイルを開けません。",
  ],
  internal: [
    "An internal error occurred. Try again later.",
    "发生内部错误，请稍后重试。",
    "内部エラーが発生しました。後でもう一度お試しください。",
  ],
});
