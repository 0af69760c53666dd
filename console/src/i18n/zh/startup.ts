import type { Texts } from "../catalogue.ts";
import type en from "../en/startup.ts";

export default {
  signIn: {
    verifying: "无法确认您的登录状态，正在前往登录页…",
    expiredBody:
      "会话已结束，请重新登录后继续。若要保留本页已填写的内容，请点“取消”，在另一个标签页登录后再回来。",
  },
  failed: {
    network: "无法连接服务器。服务器恢复后，本页会自动继续。",
    server: "启动控制台时服务器出错。请重试；若仍然失败，请告知管理员。",
    refused: "您的账户目前不能使用控制台。请联系管理员，或换用其他账户登录。",
    request: "请求编号 {{id}}",
  },
  failure: {
    timeout: "服务器响应超时，操作可能仍在进行：重复之前请先确认结果。",
    unavailable: "服务器暂时不可用，请稍后再试。",
    tooLarge: "内容超过服务器一次可接受的大小，请减少后再提交。",
    tooMany: "尝试次数过多，请等一分钟再试。",
    withRequest: "{{text}}（请求编号 {{id}}）",
  },
  connection: {
    offline: "网络已断开。您填写的内容仍保留在此，恢复后会自动继续。",
    lost: "服务器没有响应。您填写的内容仍保留在此，恢复后会自动继续。",
    retry: "立即重试",
    back: "连接已恢复",
  },
  build: {
    title: "控制台已安装新版本，请在方便时重新加载。",
    reload: "重新加载",
    later: "稍后",
    staleTitle: "此页面属于其他版本",
    staleBody: "此标签页打开期间产品已升级，请重新加载以使用新版本。",
    chunkTitle: "页面加载失败",
    chunkBody: "加载时连接中断，服务器恢复后会自动重新加载。",
  },
  crash: {
    again: "重新打开",
    details: "错误信息：{{message}}",
  },
  access: {
    signOut: "退出登录",
    unlicensedTitle: "此页面需要有效的许可证",
    unlicensedBody:
      "本系统没有许可证或许可证已过期。数据不会丢失：导入有效许可证后页面即可恢复。请联系负责许可证的管理员。",
    openLicense: "打开许可证页面",
  },
  organization: {
    global: "全局",
  },
} satisfies Texts<typeof en>;
