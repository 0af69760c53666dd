import type { Texts } from "../catalogue.ts";
import type en from "../en/profile.ts";

export default {
  access: "利用できる範囲",
  consoleOrgs: "管理コンソール",
  auditOrgs: "監査",
  workbenchOrgs: "ワークベンチ",
} satisfies Texts<typeof en>;
