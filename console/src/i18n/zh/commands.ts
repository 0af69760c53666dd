import type { Texts } from "../catalogue.ts";
import type en from "../en/commands.ts";

export default {
  storages: "命令存储",
  invalid: "无法访问此存储。",
  noStorage: "没有保存命令的位置。",
  noStorageHint: "当前没有任何命令存储在保存记录，请在终端设置中选择一个。",
  empty: "有人在会话中执行命令后，记录会显示在这里。",
  emptySession: "此会话中没有执行过命令。",
  goto: "查看",
  play: "回放",
  copy: "复制",
  copied: "已复制",
  notCopied: "浏览器拒绝了复制",
  noOutput: "没有输出内容。",
  tab: "命令记录",
  sourceExact: "精确记录：以单条命令发送。",
  sourceMarks: "由 Shell 自身标记。",
  sourceScreen: "从提示符后的屏幕内容读取。",
  cut: "仅保存输出的开头部分。",
} satisfies Texts<typeof en>;
