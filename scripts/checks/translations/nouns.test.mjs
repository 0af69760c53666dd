import { describe, expect, it } from "vitest";
import { compareNouns, findOldNouns } from "./nouns.mjs";

const nouns = [{ en: "asset", zh: "资产", ja: "アセット" }];
const text = (en, zh, ja) => ({ at: "texts: list.title", en, zh, ja });

describe("nouns of the product", () => {
  it("are the same in every text", () => {
    expect(compareNouns([text("Delete assets", "删除资产", "アセットを削除")], nouns, [])).toEqual([]);
    expect(compareNouns([text("Delete assets", "删除设备", "アセットを削除")], nouns, [])).toEqual([
      'texts: list.title: English says "asset"; zh says "删除设备" without 资产 (docs/glossary.md)',
    ]);
  });

  it("are words of the text, not parts of others, addresses or values", () => {
    const texts = [text("Assetless {{asset}} at /assets/", "无", "なし"), text("asset-id", "编号", "番号")];
    expect(compareNouns(texts, nouns, [])).toEqual([]);
  });

  it("are part of longer nouns, which have words of their own", () => {
    const both = [...nouns, { en: "asset permission", zh: "资产授权", ja: "アクセス権" }];
    expect(
      compareNouns([text("Edit asset permissions", "编辑资产授权", "アクセス権を編集")], both, []),
    ).toEqual([]);
    expect(compareNouns([text("Asset permissions of an asset", "资产授权", "アクセス権")], both, [])).toEqual(
      ['texts: list.title: English says "asset"; ja says "アクセス権" without アセット (docs/glossary.md)'],
    );
  });

  it("may be left out where an exception says so, and no exception is idle", () => {
    const exception = { noun: "asset", language: "zh", reason: "because", keys: ["list.title"] };
    const other = text("Delete assets", "删除", "アセットを削除");
    expect(compareNouns([other], nouns, [exception])).toEqual([]);
    expect(compareNouns([], nouns, [exception])).toEqual([
      "other-nouns.mjs: nothing needs the exception asset zh list.title",
    ]);
  });

  it("are refused by the word they had before", () => {
    const oldWords = [{ word: "資産", term: "asset" }];
    expect(findOldNouns([text("Delete assets", "删除资产", "アセットを削除")], oldWords)).toEqual([]);
    expect(findOldNouns([text("Delete assets", "删除资产", "資産を削除")], oldWords)).toEqual([
      "texts: list.title: ja says 資産, which is called otherwise (docs/glossary.md, asset)",
    ]);
  });
});
