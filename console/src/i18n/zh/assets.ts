import type { Texts } from "../catalogue.ts";
import type en from "../en/assets.ts";

export default {
  emptyHint: "先登记第一台机器，再授权给用户。",
  activate: "启用",
  active: "启用中",
  inactive: "已停用",
  node: {
    tree: "资产树",
    types: "类型树",
    trees: "树",
    search: "搜索资产树",
  },
} satisfies Texts<typeof en>;
