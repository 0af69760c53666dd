import type { Texts } from "../catalogue.ts";
import type en from "../en/settings.ts";

/** 设置页面的文案；设置项的名称和说明由服务器提供。 */
export default {
  saved: "已保存，并在所有节点立即生效。",
  cleanHint: "每天 02:00（服务器时间）永久删除更早的内容。",
  tab: {
    authentication: "认证安全",
    limits: "登录限制",
    passwords: "密码安全",
    sessions: "会话安全",
    mail: "邮件",
    mailTexts: "新用户邮件",
    subscribe: "消息订阅",
  },
  group: {
    site: "站点",
    links: "帮助菜单",
    signIn: "登录",
    mfa: "多因子认证",
    userLimit: "用户",
    addressLimit: "IP 地址",
    other: "其它",
    passwordLife: "有效期",
    passwordRules: "密码规则",
    sessionLimits: "时长限制",
    sessionScreen: "终端",
    mailServer: "邮件服务器",
    mailHead: "发件人与主题",
    mailTest: "测试",
    created: "创建用户邮件",
    logging: "保留时间",
  },
  subscribe: {
    type: "消息类型",
    receivers: "接收人",
    nobody: "无",
    andOthers: "{{names}} 等，另有 {{count}} 人",
    change: "更改接收人",
    title: "接收人：{{type}}",
    users: "用户",
    groups: "用户组",
    failed: "无法加载消息订阅",
  },
  mailTest: {
    open: "发送测试邮件",
    title: "发送测试邮件",
    hint: "使用已保存的邮件服务器设置。如有修改，请先保存再测试。",
    send: "发送",
    sent: "测试邮件已发送。",
  },
} as const satisfies Texts<typeof en>;
