/** Texts of the pages of file transfers. */
export default {
  help: "记录通过 SFTP、scp 和 rsync 对资产文件所做的操作。文件从头到尾依次经过时即时计算 SHA-256。",
  empty: "对资产文件的操作将显示在这里。",
  emptySession: "此会话中没有文件操作。",
  download: "下载副本",
  bytes_one: "{{count}} 字节",
  bytes_other: "{{count}} 字节",
  goToSession: "打开会话",
} as const;
