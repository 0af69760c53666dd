import type { Texts } from "../catalogue.ts";
import type en from "../en/profile.ts";

export default {
  access: "可以使用的范围",
  consoleOrgs: "控制台",
  auditOrgs: "审计台",
  workbenchOrgs: "工作台",
} satisfies Texts<typeof en>;
