import type { Texts } from "../catalogue.ts";
import type en from "../en/workbench.ts";

export default {
  connect: "接続",
  connectTo: "{{name}} に接続",
  emptyHint: "利用できる資産がまだありません。管理者に依頼してください。",
} satisfies Texts<typeof en>;
