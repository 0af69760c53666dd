import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isIncomplete } from "./shell-syntax.ts";

describe("a shell asks for more", () => {
  test.each([
    "echo 'open",
    'echo "open',
    "echo `date",
    "echo it's",
    "echo one \\",
    "ls |",
    "make &&",
    "false ||",
    "(cd /tmp",
    "x=$(date",
    "a=(one",
    "for i in 1 2",
    "for i in 1 2; do",
    "for i in 1 2; do\necho $i",
    "while true; do echo x",
    "if test -f x; then",
    "if true; then echo yes; else",
    "case $x in",
    "case $x in\na) echo a;;",
    "f() {",
    "cat <<END",
    "cat <<END\nfirst",
    "cat <<'A' <<-B\na\nA\nb",
    "cat <<END | wc -l",
    "echo $" + "{x",
    "echo a | while read -r l; do echo $l",
  ])("after %j", (command) => {
    expect(isIncomplete(command)).toBe(true);
  });

  test.each([
    "",
    "ls -la",
    "echo 'done' \"and\" `date`",
    "echo it\\'s",
    "echo $'it\\n'",
    "echo 'for' for",
    "echo for while if",
    "ls | wc -l &",
    "make && echo ok;",
    "(cd /tmp; ls)",
    "x=$(date); echo $(date) for $1",
    "for i in 1 2; do echo $i; done",
    "if true; then echo yes; else echo no; fi",
    "case $x in a) echo a;; (b) echo b;; esac",
    "f() { echo x; }",
    "cat <<END\nfirst (\nEND",
    "cat <<-'A' <<B\na\n\tA\nb\nB",
    "cat <<< 'here'",
    "echo a # it's a remark (",
    "echo a#b",
    "[[ $a == (x|y) ]]",
    "((i++))",
    "node",
  ])("not after %j", (command) => {
    expect(isIncomplete(command)).toBe(false);
  });

  test("in time that grows with the length alone", () => {
    fc.assert(
      fc.property(fc.constantFrom("<<", "'", "${", "$(", "\\", "<<a\n", "`", '"\\', " #", "| "), (part) => {
        const started = process.cpuUsage();
        isIncomplete(part.repeat(2048 / part.length));
        expect(process.cpuUsage(started).user / 1000).toBeLessThan(100);
      }),
    );
  });
});
