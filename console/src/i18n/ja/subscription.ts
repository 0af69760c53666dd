/** Texts of choosing how messages arrive. */
export default {
  title: "メッセージの受信方法",
  saved: "保存しました。次のメッセージから有効になります。",
} as const;
