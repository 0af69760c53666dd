import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layTable } from "./table.ts";
import { fitted, harmless, textWidth } from "./text-width.ts";

describe("a table in a terminal", () => {
  it("lines wide characters up", () => {
    const table = layTable(
      ["ID", "名称", "Address"],
      [
        ["1", "数据库", "192.0.2.1"],
        ["2", "web", "192.0.2.2"],
      ],
      80,
    );
    expect(table).toBe(
      [
        "ID  名称    Address",
        "--  ------  ---------",
        "1   数据库  192.0.2.1",
        "2   web     192.0.2.2",
        "",
      ].join("\n"),
    );
  });

  it("is never wider than the terminal, and nothing in it acts on that", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: "binary", maxLength: 60 }), { minLength: 3, maxLength: 3 }), {
          maxLength: 5,
        }),
        fc.integer({ min: 24, max: 120 }),
        (rows, columns) => {
          for (const line of layTable(["ID", "Name", "Comment"], rows, columns).split("\n")) {
            expect(textWidth(line)).toBeLessThanOrEqual(columns);
            expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          }
        },
      ),
    );
  });

  it("leaves the last columns out where a window is narrow, and keeps the first ones readable", () => {
    const headings = ["ID", "Name", "Address", "Protocols", "Comment"];
    const rows = [["1", "a-name-of-22-characters", "192.0.2.1", "ssh telnet", "a comment that is long"]];
    expect(layTable(headings, rows, 44, 3).split("\n")[2]).toBe(
      "1   a-name-of-22-ch…  192.0.2.1  ssh telnet",
    );
    expect(layTable(headings, rows, 30, 3).split("\n")[2]).toBe("1   a-name-of-22-…  192.0.2.1");
    expect(layTable(headings, rows, 120, 3)).toContain("a comment that is long");
  });

  it("writes out what would act on the terminal or hide", () => {
    expect(harmless("a\x1b[2Jb\u202ec\0")).toBe("a\\u{1b}[2Jb\\u{202e}c\\u{0}");
  });

  it("cuts in front of a wide character that has no room", () => {
    expect(fitted("中中中", 4)).toBe("中… ");
  });
});
