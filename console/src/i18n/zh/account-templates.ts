import type { Texts } from "../catalogue.ts";
import type en from "../en/account-templates.ts";

export default {
  help: "模板保存账号的共同信息。创建资产时，或在资产的账号页中，都可以选用模板。",
  emptyHint: "使用模板，就不必为每个资产重复填写相同的账号。",
  accounts: "由此模板创建的账号",
  noAccounts: "还没有账号由此模板创建。",
  updateSecret: "更新密文",
  change: "更新",
  syncHint: "由此模板创建的账号会同时获得新密文，除非其用户名、密文类型或密文已被修改。",
  secretUpdated: "密文已更新",
} as const satisfies Texts<typeof en>;
