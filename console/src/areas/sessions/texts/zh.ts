import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  sessions: "会话记录",
  sessionDetail: "会话",
  commands: "命令记录",
} satisfies Texts<typeof en.titles>;

export default {
  sessions: {
    online: "在线会话",
    finished: "历史会话",
    stateOnline: "在线",
    stateFinished: "已结束",
    statePaused: "已暂停",
    commands: "命令记录",
    duration: "时长",
    replay: "回放",
    download: "下载录像",
    pause: "暂停",
    resume: "恢复",
    pauseSent: "正在锁定会话的输入…",
    resumeSent: "正在解锁会话的输入…",
    ended: "会话已经结束",
    terminate: "终止",
    terminateTitle_one: "终止此会话？",
    terminateTitle_other: "终止 {{count}} 个会话？",
    terminateBody: "{{names}}：连接将立即断开，资产上未保存的工作可能丢失。",
    terminateSent: "正在终止会话…",
    noOnline: "当前没有进行中的会话。",
    noFinished: "结束的会话及其录像会显示在这里。",
  },
  commands: {
    storages: "命令存储",
    invalid: "无法访问此存储。",
    noStorage: "命令没有被保存。",
    noStorageHint: "当前没有任何命令存储在保存记录，请在终端设置中选择一个。",
    empty: "有人在会话中执行命令后，记录会显示在这里。",
    emptySession: "此会话中没有执行过命令。",
    goto: "查看",
    play: "回放",
    copy: "复制",
    copied: "已复制",
    notCopied: "复制失败，请选中文本后手动复制。",
    noOutput: "没有输出内容。",
    tab: "命令记录",
    sourceExact: "精确记录：以单条命令发送。",
    sourceMarks: "由 Shell 自身标记。",
    sourceScreen: "从提示符后的屏幕内容读取。",
    cut: "仅保存输出的开头部分。",
  },
} satisfies Texts<typeof en.default>;
