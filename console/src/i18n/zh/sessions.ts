import type { Texts } from "../catalogue.ts";
import type en from "../en/sessions.ts";

export default {
  online: "在线会话",
  finished: "历史会话",
  stateOnline: "在线",
  stateFinished: "已结束",
  commands: "命令记录",
  duration: "时长",
  replay: "回放",
  terminate: "终断",
  terminateTitle_one: "终断该会话？",
  terminateTitle_other: "终断 {{count}} 个会话？",
  terminateBody: "{{names}}：连接将立即断开，目标上未保存的工作可能丢失。",
  terminateSent: "已通知网关结束会话",
  noOnline: "当前没有人连接。",
  noFinished: "结束的会话及其录像会显示在这里。",
} satisfies Texts<typeof en>;
