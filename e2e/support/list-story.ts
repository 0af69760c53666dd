import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Hands } from "./hands.ts";

/** What the story reads on the page, in one language. */
export interface Words {
  readonly groups: string;
  readonly create: string;
  readonly name: string;
  readonly comment: string;
  readonly save: string;
  readonly edit: string;
  readonly import: string;
  readonly choose: string;
  readonly finished: string;
  readonly export: string;
  readonly delete: string;
  readonly created: (name: string) => string;
  readonly saved: (name: string) => string;
  readonly actions: (name: string) => string;
  readonly deleted: (name: string) => string;
}

/** The words of the three languages, as people read them. */
export const words: Readonly<Record<"en" | "zh" | "ja", Words>> = {
  en: {
    groups: "User groups",
    create: "Create user group",
    name: "Name",
    comment: "Comment",
    save: "Save",
    edit: "Edit",
    import: "Import",
    choose: "Choose a file",
    finished: "Finished",
    export: "Export",
    delete: "Delete",
    created: (name) => `${name} was created`,
    saved: (name) => `${name} was saved`,
    actions: (name) => `Actions for ${name}`,
    deleted: (name) => `${name} was deleted`,
  },
  zh: {
    groups: "用户组",
    create: "新建用户组",
    name: "名称",
    comment: "备注",
    save: "保存",
    edit: "编辑",
    import: "导入",
    choose: "选择文件",
    finished: "完成",
    export: "导出",
    delete: "删除",
    created: (name) => `已创建 ${name}`,
    saved: (name) => `已保存 ${name}`,
    actions: (name) => `${name} 的操作`,
    deleted: (name) => `已删除 ${name}`,
  },
  ja: {
    groups: "ユーザーグループ",
    create: "ユーザーグループの作成",
    name: "名前",
    comment: "備考",
    save: "保存",
    edit: "編集",
    import: "インポート",
    choose: "ファイルを選択",
    finished: "完了",
    export: "エクスポート",
    delete: "削除",
    created: (name) => `${name} を作成しました`,
    saved: (name) => `${name} を保存しました`,
    actions: (name) => `${name} の操作`,
    deleted: (name) => `${name} を削除しました`,
  },
};

/**
 * What people do with every list, with user groups as the example: find it in the menu, make an object, look at it,
 * change it, bring further ones in from a file, take them all out into one, and delete.
 */
export async function tellListStory(page: Page, hands: Hands, word: Words, folder: string): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const dialog = page.getByRole("dialog").last();
  const reads = (text: string) => page.getByText(text).first().waitFor({ timeout: 30_000 });

  await hands.press(link(word.groups));
  await page.waitForURL(/\/ui\/console\/groups/);
  await hands.press(page.getByRole("button", { name: word.create }));
  await hands.write(page.getByLabel(word.name, { exact: true }), "Harbour Watch");
  await hands.write(page.getByLabel(word.comment, { exact: true }), "nights");
  await hands.press(button(word.save));
  await reads(word.created("Harbour Watch"));

  await hands.press(link("Harbour Watch"));
  await page.getByRole("heading", { level: 1 }).filter({ hasText: "Harbour Watch" }).waitFor();
  await reads("nights");
  await hands.press(button(word.edit));
  await hands.write(page.getByLabel(word.comment, { exact: true }), "nights and Sundays");
  await hands.press(button(word.save));
  await reads(word.saved("Harbour Watch"));
  await reads("nights and Sundays");

  const file = join(folder, "groups.csv");
  await writeFile(file, `*${word.name},${word.comment}\r\nQuay,first\r\nPier,=2+3\r\n`);
  await hands.press(button(word.import));
  const chosen = page.waitForEvent("filechooser");
  await hands.press(dialog.getByLabel(new RegExp(`^${word.choose}`)));
  await (await chosen).setFiles(file);
  await hands.press(dialog.getByRole("button", { name: word.import, exact: true }));
  await hands.press(dialog.getByRole("button", { name: word.finished, exact: true }));
  await page.getByRole("dialog").waitFor({ state: "detached" });
  for (const name of ["Quay", "Pier"]) await link(name).waitFor();

  await hands.press(button(word.export));
  const download = page.waitForEvent("download");
  await hands.press(dialog.getByRole("button", { name: word.export, exact: true }));
  const lines = (await readFile(await (await download).path(), "utf8")).replace("\uFEFF", "").split("\r\n");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const titles = (lines[0] ?? "").replaceAll("*", "").split(",");
  const values = (name: string) =>
    lines.map((line) => line.split(",")).find((cells) => cells.includes(name)) ?? [];
  expect(titles).toContain(word.comment);
  const comment = titles.indexOf(word.comment);
  expect(values("Harbour Watch")[comment]).toBe("nights and Sundays");
  expect(values("Pier")[comment]).toBe("'=2+3");

  for (const name of ["Harbour Watch", "Quay", "Pier"]) {
    await hands.press(button(word.actions(name)));
    await hands.press(page.getByRole("menuitem", { name: word.delete }));
    await hands.press(dialog.getByRole("button", { name: word.delete, exact: true }));
    await reads(word.deleted(name));
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await link(name).waitFor({ state: "detached" });
  }
}
