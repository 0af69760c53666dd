import { describe, expect, it } from "vitest";
import { findNarrowPunctuation } from "./punctuation.mjs";

const text = (zh, ja) => ({ at: "texts: form.save", zh, ja });

describe("punctuation of Chinese and Japanese texts", () => {
  it("is that of their typesetting", () => {
    expect(findNarrowPunctuation([text("上次登录: {{time}}", "本当ですか?")])).toEqual([
      'texts: form.save: zh says "上次登录: {{time}}"; write ：',
      'texts: form.save: ja says "本当ですか?"; write ？',
    ]);
    expect(findNarrowPunctuation([text("连接(所有协议)", "名前,値")])).toHaveLength(2);
    expect(findNarrowPunctuation([text("上次登录：{{time}}", "名前、値。本当ですか？")])).toEqual([]);
  });

  it("is left alone between words of other scripts, and in lists for programs", () => {
    expect(findNarrowPunctuation([text("允许 (-L, -D)", "例は https://example.com:9200 です")])).toEqual([]);
    expect(findNarrowPunctuation([{ at: "palette.words.between", zh: "给,到,to" }])).toEqual([]);
  });
});
