import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charsetCodec } from "./charset.ts";

describe("a target's charset", () => {
  it("is translated both ways, characters across pieces included", () => {
    const gbk = charsetCodec("gbk");
    expect(gbk?.encoding).toBe("gbk");
    expect(gbk?.fromKeyboard(Buffer.from("ls 你好\r"))).toEqual(
      Buffer.from([0x6c, 0x73, 0x20, 0xc4, 0xe3, 0xba, 0xc3, 0x0d]),
    );
    expect(gbk?.toScreen(Buffer.from([0x61, 0xc4])).toString()).toBe("a");
    expect(gbk?.toScreen(Buffer.from([0xe3])).toString()).toBe("你");
    const typed = Buffer.from("好");
    expect(gbk?.fromKeyboard(typed.subarray(0, 1))).toEqual(Buffer.alloc(0));
    expect(gbk?.fromKeyboard(typed.subarray(1))).toEqual(Buffer.from([0xba, 0xc3]));
    expect(gbk?.fromKeyboard(Buffer.from("😀"))).toEqual(Buffer.from("?"));
  });

  it("round-trips what it can express", () => {
    for (const [charset, letters] of [
      ["gbk", "中文字符，测试。a~"],
      ["big5", "繁體中文測試"],
      ["shift_jis", "日本語テスト漢字"],
      ["euc-kr", "한국어시험"],
      ["koi8-r", "Привет"],
      ["gb18030", "中文字符丂㐀ю"],
    ] as const) {
      const codec = charsetCodec(charset);
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...letters)), (characters) => {
          const text = characters.join("");
          expect(codec?.toScreen(codec.fromKeyboard(Buffer.from(text))).toString()).toBe(text);
        }),
      );
    }
  });

  it("is UTF-8 where nothing else is meant", () => {
    for (const charset of [undefined, "", "default", "utf8", "utf-8", "utf-16le", "nonsense", 5]) {
      expect(charsetCodec(charset)).toBeNull();
    }
  });
});
