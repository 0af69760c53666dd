import { catalogue } from "../../../engine/i18n/index.ts";

/** The texts of the search in recordings. */
export const text = catalogue("moments", {
  search: ["Search in recordings", "录像搜索", "録画の検索"],
  badText: [
    "Enter 1 to 200 characters to find.",
    "请输入要查找的内容，1 到 200 个字符。",
    "検索する文字列を 1～200 文字で入力してください。",
  ],
  badName: [
    "A name can have up to 128 characters.",
    "名称最多 128 个字符。",
    "名前は 128 文字以内で入力してください。",
  ],
  badTime: ["Enter a valid date and time.", "请输入有效的日期和时间。", "有効な日時を入力してください。"],
  badKind: [
    "The kind is either shown or typed.",
    "类型只能是 shown 或 typed。",
    "種類には shown か typed を指定してください。",
  ],
  badPosition: [
    "This search cannot be continued. Search again.",
    "无法继续此搜索，请重新搜索。",
    "この検索は続行できません。もう一度検索してください。",
  ],
});
