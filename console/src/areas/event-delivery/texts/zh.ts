import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  eventReceivers: "事件接收方",
  eventReceiverCreate: "创建事件接收方",
  eventReceiverUpdate: "更新事件接收方",
  eventReceiverDetail: "事件接收方",
} satisfies Texts<typeof en.titles>;

export default {
  events: {
    hint: "所发生的事件按顺序告知每个接收方；接收方离线期间也不会丢失。",
    administratorsOnly: "只有系统管理员可以创建和更改接收方，因为接收方会收到所有组织的事件。",
    empty: "将登录、会话、命令和变更发送到 Webhook、SIEM 或聊天频道。请先创建接收方。",
    active: "启用",
    progress: "投递情况",
    group: { receiver: "接收方", target: "目标", events: "事件", other: "其他" },
    test: {
      title: "测试",
      hint: "立即发送测试事件，并显示接收方的应答。",
      run: "发送测试事件",
      answer: "应答：",
      time_one: "耗时 {{count}} 毫秒。",
      time_other: "耗时 {{count}} 毫秒。",
    },
    replay: {
      action: "重新发送事件",
      title: "向 {{name}} 重新发送事件",
      hint: "以原有 ID 重新发送该时间之后的所有事件。事件保留七天。",
      from: "起始时间",
      run: "重新发送",
      done_one: "将重新发送 {{count}} 个事件",
      done_other: "将重新发送 {{count}} 个事件",
    },
    deliveries: { title: "投递日志", empty: "每次投递都会显示在这里。" },
    deadLetters: {
      title: "死信",
      empty: "被接收方拒绝五次的事件会显示在这里。目前没有。",
      retry: "死信",
      run: "全部重试",
      queued_one: "将重新发送 {{count}} 个事件",
      queued_other: "将重新发送 {{count}} 个事件",
    },
  },
} satisfies Texts<typeof en.default>;
