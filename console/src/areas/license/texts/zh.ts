import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  license: "许可证",
} satisfies Texts<typeof en.titles>;

export default {
  license: {
    card: "许可证",
    community: "社区版",
    none: "当前没有生效的许可证。导入后可使用多组织、自定义角色以及其他标明需要许可证的功能。",
    subscription: "订阅编号",
    corporation: "授权给",
    edition: "版本",
    expires: "有效期至",
    noEnd: "无期限",
    daysLeft_one: "剩余 {{count}} 天",
    daysLeft_other: "剩余 {{count}} 天",
    lastDay: "今天到期",
    ended: "已过期",
    assets: "资产数量",
    assetsOf: "{{count}} / {{limit}}",
    assetsFree: "{{count}}，不限数量",
    assetsOver: "资产数量已超出许可范围。功能不会关闭，请申请更大的许可证。",
    serial: "序列号",
    remark: "备注",
    inForce: "生效中",
    notInForce: "未生效",
    import: "导入许可证",
    importHint: "许可证文件，不超过 16 KiB。未被接受的文件不会影响现有许可证。",
    choose: "选择许可证文件",
    drop: "或拖放到此处",
    importing: "正在校验许可证…",
    oneFile: "一次只能导入一个文件。",
    tooLarge: "{{name}} 超过 16 KiB，不可能是许可证文件。",
    refused: "{{name}} 未被接受",
    support: "咨询许可证",
  },
} satisfies Texts<typeof en.default>;
