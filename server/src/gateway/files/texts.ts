import { catalogue } from "../../engine/i18n/index.ts";

/** What people read when they deal with files by an SSH client. */
export const fileText = catalogue("gateway.files", {
  misbehavingServer: [
    "The target does not speak SFTP as it should.",
    "目标的 SFTP 服务异常。",
    "接続先の SFTP の応答が不正です。",
  ],
  ended: ["The session has ended.", "会话已结束。", "セッションは終了しました。"],
  startFolderMissing: [
    "The folder that files are kept to does not exist on the target.",
    "限定的文件目录在目标上不存在。",
    "ファイルを限定するフォルダーが接続先に存在しません。",
  ],
  internal: [
    "The files could not be opened. Try again later.",
    "无法打开文件，请稍后重试。",
    "ファイルを開けませんでした。後でもう一度お試しください。",
  ],
  nothingGranted: [
    "Neither upload, download nor delete is granted on this asset.",
    "未授予该资产的上传、下载或删除权限。",
    "このアセットではアップロード・ダウンロード・削除のいずれも許可されていません。",
  ],
  notGranted: [
    "Your permission does not include this kind of file transfer.",
    "您的授权不包含此类文件传输。",
    "このアクセス権に、この種のファイル転送は含まれていません。",
  ],
  notClear: [
    "Say in the user name which asset and account are meant: several fit.",
    "匹配到多个结果，请在用户名中明确资产和账号。",
    "複数の候補があります。ユーザー名でアセットとアカウントを特定してください。",
  ],
  credentialsMissing: [
    "This account has no stored secret, so programs cannot use it.",
    "该账号没有保存密文，程序无法使用。",
    "このアカウントには保存されたシークレットがないため、プログラムからは利用できません。",
  ],
  badPacket: [
    "The client does not speak SFTP as it should.",
    "客户端的 SFTP 请求异常。",
    "クライアントの SFTP の要求が不正です。",
  ],
  badCopy: [
    "The copy was broken off: its stream is not what scp sends.",
    "复制已中断：数据流不符合 scp 协议。",
    "コピーを中断しました。データが scp の形式ではありません。",
  ],
  confinedAsset: [
    "Files of this asset are kept to one folder: only SFTP reaches them.",
    "该资产的文件限定在一个目录内，只能通过 SFTP 访问。",
    "このアセットのファイルは 1 つのフォルダーに限定されており、SFTP でのみ利用できます。",
  ],
});
