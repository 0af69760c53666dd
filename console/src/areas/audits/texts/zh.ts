import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  loginLogDetail: "登录记录",
  operateLogDetail: "操作记录",
  fileTransfers: "文件传输",
  fileTransferDetail: "文件传输",
  loginLogs: "登录日志",
  operateLogs: "操作日志",
  passwordChangeLogs: "密码修改日志",
  jobExecutionLogs: "作业日志",
} satisfies Texts<typeof en.titles>;

export default {
  fileTransfers: {
    help: "通过 SFTP、scp 和 rsync 对资产文件所做的操作。文件从头到尾完整传输时会计算 SHA-256。",
    empty: "对资产文件的操作将显示在这里。",
    emptySession: "此会话中没有文件操作。",
    download: "下载副本",
    play: "回放",
    bytes_one: "{{count}} 字节",
    bytes_other: "{{count}} 字节",
    goToSession: "打开会话",
  },
  /** Texts of the pages of logs. */
  auditLogs: {
    loginHelp: "通过页面、API 和 SSH 的每次登录尝试及其结果。",
    loginEmpty: "登录尝试会显示在这里。",
    operateHelp: "谁创建、修改、查看或删除了什么。密码等敏感内容从不显示。",
    operateEmpty: "对对象所做的更改会显示在这里。",
    changes: "变更内容",
    passwordHelp: "每次密码修改的记录：由用户本人、管理员或通过重置完成。",
    passwordEmpty: "密码修改会显示在这里。",
  },
} satisfies Texts<typeof en.default>;
