import type { Texts } from "../catalogue.ts";
import type en from "../en/assets.ts";

export default {
  emptyHint: "最初のマシンを登録し、利用者に権限を与えましょう。",
  activate: "有効にする",
  active: "有効",
  inactive: "無効",
  node: {
    tree: "資産ツリー",
    types: "タイプツリー",
    trees: "ツリー",
    search: "ツリーを検索",
  },
} satisfies Texts<typeof en>;
