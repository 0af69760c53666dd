import { catalogue } from "../../engine/i18n/index.ts";

/** What people read when they deal with files by an SSH client. */
export const fileText = catalogue("gateway.files", {
  misbehavingServer: [
    "The target sent an invalid SFTP response.",
    "目标返回了无效的 SFTP 响应。",
    "接続先から不正な SFTP 応答を受信しました。",
  ],
  ended: ["The session has ended.", "会话已结束。", "セッションは終了しました。"],
  startFolderMissing: [
    "The start folder for files does not exist on the target.",
    "文件的起始目录在目标上不存在。",
    "ファイルの開始フォルダーが接続先に存在しません。",
  ],
  internal: [
    "The files could not be opened because of an internal error. Try again later.",
    "内部错误，无法打开文件，请稍后重试。",
    "内部エラーのためファイルを開けませんでした。後でもう一度お試しください。",
  ],
  nothingGranted: [
    "You do not have permission to upload, download or delete files on this asset.",
    "未授予该资产的上传、下载或删除权限。",
    "このアセットではアップロード・ダウンロード・削除のいずれも許可されていません。",
  ],
  approvalNeeded: [
    "This asset needs approval. Ask for it in the web console and use the token you get there",
    "此资产需要审批，请在 Web 控制台申请，并使用获得的令牌连接",
    "このアセットには承認が必要です。Web コンソールで申請し、発行されたトークンで接続してください",
  ],
  notGranted: [
    "Your permission does not allow this kind of file transfer.",
    "您的授权不包含此类文件传输。",
    "このアクセス権に、この種のファイル転送は含まれていません。",
  ],
  notClear: [
    "More than one asset or account matches. Use the exact names in the username.",
    "匹配到多个结果，请在用户名中明确资产和账号。",
    "複数の候補があります。ユーザー名でアセットとアカウントを特定してください。",
  ],
  credentialsMissing: [
    "This account has no stored secret, so file transfer programs cannot use it.",
    "该账号没有保存密文，文件传输程序无法使用。",
    "このアカウントには保存されたシークレットがないため、ファイル転送プログラムでは利用できません。",
  ],
  badPacket: [
    "The client sent an invalid SFTP request.",
    "客户端发送了无效的 SFTP 请求。",
    "クライアントから不正な SFTP 要求を受信しました。",
  ],
  badCopy: [
    "The copy was canceled: the client sent data that is not valid scp.",
    "复制已中断：数据流不符合 scp 协议。",
    "コピーを中断しました。データが scp の形式ではありません。",
  ],
  confinedAsset: [
    "Files on this asset are limited to one folder and available over SFTP only.",
    "该资产的文件限定在一个目录内，只能通过 SFTP 访问。",
    "このアセットのファイルは 1 つのフォルダーに限定されており、SFTP でのみ利用できます。",
  ],
});
