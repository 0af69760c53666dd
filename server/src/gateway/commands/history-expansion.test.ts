import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isExpansionOf } from "./history-expansion.ts";

describe("the line a shell makes of a typed one", () => {
  test.each([
    ["!!", "systemctl restart web"],
    ["!ech", "echo alpha one"],
    ["!-2", "ls -l"],
    ["!?conf?", "vim web.conf"],
    ["sudo !!", "sudo systemctl restart web"],
    ["echo !$ again", "echo more again"],
    ["cp !$ !$.old; ls", "cp web.conf web.conf.old; ls"],
    ['echo "last: !$"', 'echo "last: web.conf"'],
    ["^web^db", "systemctl restart db"],
    ["^old^^", "echo is gone"],
  ])("%s becomes %s", (typed, shown) => {
    expect(isExpansionOf(typed, shown)).toBe(true);
  });

  test.each([
    ["rm -rf / !$", "echo hello"],
    ["rm !$ -rf", "rm file"],
    ["!ech", "rm -rf /"],
    ["echo 'no !event here'", "echo 'no other here'"],
    ["echo it\\!s", "echo it\\is"],
    ["echo hello", "echo hello"],
    ["[ a != b ] && echo wow!", "a line of output"],
    ["!5", "bash: !5: event not found"],
    ["!5", "zsh: no such event: 5"],
    ["^a^b", "nothing of that"],
    ["echo !$", ""],
  ])("%s does not become %s", (typed, shown) => {
    expect(isExpansionOf(typed, shown)).toBe(false);
  });

  test("what was typed around a designator is always in it", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9./-]{0,8}$/);
    fc.assert(
      fc.property(word, word, word, fc.string(), (before, after, history, other) => {
        const typed = `${before} !$ ${after}`;
        expect(isExpansionOf(typed, `${before} ${history} ${after}`)).toBe(true);
        if (isExpansionOf(typed, other)) {
          expect(other.trimStart().startsWith(before)).toBe(true);
          expect(other.trimEnd().endsWith(after)).toBe(true);
        }
      }),
    );
  });
});
