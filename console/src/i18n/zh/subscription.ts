/** Texts of choosing how messages arrive. */
export default {
  title: "消息订阅",
  saved: "已保存，从下一条消息起生效。",
} as const;
