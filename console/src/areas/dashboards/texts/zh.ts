import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  consoleDashboard: "仪表盘",
  auditDashboard: "仪表盘",
  workbenchHome: "概览",
} satisfies Texts<typeof en.titles>;

export default {
  dashboards: {
    online: "在线会话",
    finished: "历史会话",
    recentSessions: "最近的会话",
    noSessions: "还没有会话",
    greeting: "您好，{{name}}",
    noSessionsHint: "有人连接资产后，会话会显示在这里。",
  },
  /** The way from an empty organization to a recorded session. */
  gettingStarted: {
    title: "快速开始",
    done: "已完成 {{done}}/{{total}}",
    hide: "隐藏",
    isDone: "（已完成）",
    allDone: "已有一个录制的会话。以后可从帮助菜单再次打开本指南。",
    asset: {
      title: "添加主机",
      text: "填写地址和用于登录的账号，并立即测试连接。",
      act: "添加主机",
    },
    permission: {
      title: "授权给用户",
      text: "选择可以使用该主机的人：自己或同事。",
      act: "授权",
      newUser: "创建用户",
    },
    session: {
      title: "连接",
      text: "在浏览器中打开会话，全程录制。",
      act: "连接",
    },
    replay: {
      title: "观看录像",
      text: "按实际发生的过程回放会话。",
      act: "观看录像",
      waiting: "会话结束后即可观看",
    },
  },
} satisfies Texts<typeof en.default>;
