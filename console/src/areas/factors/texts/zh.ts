import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {} satisfies Texts<typeof en.titles>;

export default {
  factors: {
    passkeys: {
      title: "通行密钥",
      hint: "使用通行密钥登录无需密码：设备会验证您的指纹、面容或 PIN。查看密码等敏感信息前，也可用它确认身份。",
      none: "您还没有通行密钥。",
      add: "添加通行密钥",
      addHint: "请取一个便于识别设备的名称，下一步浏览器会提示您操作。",
      goOn: "继续",
      name: "名称",
      added: "添加于",
      used: "最近使用",
      unused: "从未使用",
      synced: "多设备同步",
      rename: "重命名",
      renameOne: "重命名 {{name}}",
      removeOne: "删除 {{name}}",
      done: "通行密钥已添加。",
      known: "该设备中已有您的通行密钥。",
      cancelled: "未创建通行密钥，请重试并按浏览器提示操作。",
      impossible: "通行密钥要求站点使用主机名和 TLS，管理员可设置站点地址。",
      elsewhere: "可在以下地址添加和使用通行密钥：",
    },
    codes: {
      title: "恢复码",
      hint: "手机或通行密钥丢失时，每个恢复码可登录一次。",
      left_one: "剩余 {{count}} 个",
      left_other: "剩余 {{count}} 个",
      make: "生成恢复码",
      renew: "重新生成",
      renewTitle: "重新生成恢复码",
      renewBody: "现有的恢复码将立即失效。",
      keep: "请将恢复码保存在没有手机也能找到的地方，它们不会再次显示。",
      kept: "我已保存",
      save: "下载",
    },
  },
} satisfies Texts<typeof en.default>;
