import type { Texts } from "../catalogue.ts";
import type en from "../en/workbench.ts";

export default {
  connect: "连接",
  connectTo: "连接 {{name}}",
  emptyHint: "还没有授权给您的资产，请联系管理员。",
} satisfies Texts<typeof en>;
