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
  evidence: "证据",
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
  /** Texts of the page of the evidence. */
  evidence: {
    result: "结果",
    notHere: "该服务器不保存证据。",
    help: "所有记录和录像都会进入同一条哈希链。带签名的检查点可发现事后的更改，包括直接在数据库中的更改。",
    verify: "立即校验",
    verifyHint: "读取证据链、所有记录和录像。日志会列出不一致之处。",
    chain: "证据链",
    entries: "条目",
    waiting: "等待入链",
    checkpoint: "最近的检查点",
    checkpointOf: "{{number}}，共 {{entries}} 条",
    noCheckpoint: "暂无",
    key: "密钥指纹",
    keyHint: "请将指纹另行保存，用于判断证据包是否由本系统签名。",
    copy: "检查点副本",
    copyCurrent: "与数据库一致，至检查点 {{number}}",
    copyEmpty: "暂无",
    copyOther: "不一致：数据库被回滚或替换",
    verification: "最近一次校验",
    never: "尚未校验",
    running: "校验中…",
    good: "均与写入时一致",
    bad_one: "{{count}} 处问题",
    bad_other: "{{count}} 处问题",
    failed: "未能完成",
    log: "日志",
    verifiedAt: "开始时间",
  },
} satisfies Texts<typeof en.default>;
