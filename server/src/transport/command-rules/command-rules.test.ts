import { describe, expect, test } from "vitest";
import { CommandDecider } from "./command-decider.ts";
import { type CommandAction, type CommandGroup, type CommandRule, inOrder } from "./command-rule.ts";
import { groupPattern } from "./group-pattern.ts";
import { readShellText } from "./shell-text.ts";

const group = (type: CommandGroup["type"], content: string, ignoreCase = true): CommandGroup => ({
  id: content,
  name: content,
  type,
  content,
  ignoreCase,
});

const rule = (action: CommandAction, priority: number, ...groups: CommandGroup[]): CommandRule => ({
  id: `${action} ${priority}`,
  name: action,
  priority,
  action,
  reviewers: [],
  onlyReadable: false,
  groups,
});

const names = (given: CommandGroup, text: string): boolean =>
  new CommandDecider([rule("reject", 50, given)]).decide([{ text, isReadable: true }]) !== null;

/** The vectors run with the lowest priority first. */
const actionOf = (rules: readonly CommandRule[], text: string): CommandAction | null =>
  new CommandDecider(inOrder(rules, false)).decide([{ text, isReadable: true }])?.action ?? null;

describe("what a group names", () => {
  test.each([
    ["C1", group("command", "rm"), { "rm -rf /": true, "/bin/rm x": true, farm: false, "RM x": true }],
    ["C2", group("command", "rm", false), { "RM x": false, "rm x": true }],
    ["C3", group("command", "rm -rf"), { "rm    -rf /": true, "farm -rf": true }],
    ["C4", group("command", "rm\nreboot"), { "sudo reboot": true, rebooting: false }],
    ["C5", group("command", "halt2"), { halt22: true, xhalt2: false }],
    ["C6", group("regex", "rm.*|shutdown"), { xrmx: true, ls: false }],
    ["C7", group("regex", "("), { "(": false, ls: false }],
    ["blank lines", group("command", "\n   \n\t\n"), { "rm x": false, "a b": false }],
    ["an expression that fits emptiness", group("regex", "rm|"), { ls: false }],
    ["a path", group("command", "./deploy"), { "./deploy": true, "cd x && ./deploy now": true }],
  ])("%s", (_name, given, lines) => {
    for (const [line, isNamed] of Object.entries(lines)) {
      expect([line, names(given, line)]).toEqual([line, isNamed]);
    }
  });

  test("C8, C9: as the pattern components search for", () => {
    expect(groupPattern(group("command", "\n\nrm\n"))).toBe("\\brm\\b");
    expect(groupPattern(group("command", "cat  /etc/passwd\r\n"))).toBe("cat\\s+/etc/passwd");
    expect(groupPattern(group("command", "halt2\na.b"))).toBe("\\bhalt2|\\ba\\.b\\b");
    expect(groupPattern(group("regex", "rm.*\n"))).toBe("rm.*\n");
  });

  test("the pattern finds what the index finds", () => {
    const given = group("command", "rm\nrm -rf\nhalt2\n./run\nchmod 777 /\na+b\nüb\n-x");
    const lines = [
      ..."rm|farm|RM -RF /|halt22|x ./run|chmod  777 /etc|a+b|a+bc|üb|übe|ls -x|ls --xy|é rm|".split("|"),
    ];
    for (const line of lines) {
      const expression = new CommandDecider([rule("reject", 1, group("regex", groupPattern(given)))]);
      expect([line, names(given, line)]).toEqual([
        line,
        expression.decide([{ text: line, isReadable: true }]) !== null,
      ]);
    }
  });
});

describe("which rule decides", () => {
  test("C10: the first one that fits", () => {
    const rules = [
      rule("reject", 50, group("command", "rm -rf")),
      rule("accept", 10, group("command", "rm")),
    ];
    expect(actionOf(rules, "rm -rf /")).toBe("accept");
    const highest = new CommandDecider(inOrder(rules, true));
    expect(highest.decide([{ text: "rm -rf /", isReadable: true }])?.action).toBe("reject");
  });

  test("C11: the strictest of one priority", () => {
    const rm = group("command", "rm");
    const actions: CommandAction[] = ["accept", "warning", "review", "reject"];
    for (let count = 1; count <= actions.length; count += 1) {
      const rules = actions.slice(0, count).map((action) => rule(action, 50, rm));
      expect(actionOf(rules, "rm x")).toBe(actions[count - 1]);
    }
  });

  test("C18: none, where none fits", () => {
    expect(actionOf([rule("reject", 50, group("command", "rm"))], "ls")).toBeNull();
    expect(actionOf([rule("reject", 50)], "rm")).toBeNull();
  });

  test("what may be one of several texts is decided by the first rule that names any of them", () => {
    const decider = new CommandDecider([rule("reject", 50, group("command", "rm"))]);
    const readings = ["ls", "rm x"].map((text) => ({ text, isReadable: true }));
    expect(decider.decide(readings)?.action).toBe("reject");
  });

  test("what cannot be read fits a rule that asks for it", () => {
    const only = { ...rule("reject", 10), onlyReadable: true };
    const decider = new CommandDecider([only]);
    expect(decider.decide([{ text: "ls", isReadable: true }])).toBeNull();
    expect(decider.decide([{ text: "ls", isReadable: false }])).toMatchObject({
      action: "reject",
      group: null,
    });
    for (const text of [
      "$x -rf",
      "!!",
      "^ls^rm",
      "/bin/r? x",
      "{rm,-rf,x}",
      "echo cm0= | base64 -d | sh",
      "`x`",
    ]) {
      expect([text, decider.decide([{ text, isReadable: true }])?.action]).toEqual([text, "reject"]);
    }
    for (const text of [
      "ls *.txt",
      "echo $HOME",
      "[ -f x ] && ls",
      "x=$(date) ls",
      "echo 'wow!x'",
      "sh run.sh",
    ]) {
      expect([text, decider.decide([{ text, isReadable: true }])]).toEqual([text, null]);
    }
  });
});

describe("many rules", () => {
  const many = Array.from({ length: 100 }, (_, at) =>
    rule(
      "reject",
      at,
      group("command", Array.from({ length: 500 }, (__, line) => `command-${at}-${line}`).join("\n")),
    ),
  );

  test("are made ready with pauses in which others go on", async () => {
    let turns = 0;
    let isReady = false;
    const others = (async () => {
      for (; !isReady; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    })();
    const decider = await CommandDecider.prepare(many);
    isReady = true;
    await others;
    expect(turns).toBeGreaterThan(3);
    expect(decider.decide([{ text: "command-99-499", isReadable: true }])?.rule).toBe(many[99]);
  });

  test("are made ready once for all whom the same ones fit, and again once they changed", async () => {
    const again = many.map((one) => ({ ...one }));
    expect(await CommandDecider.prepare(again)).toBe(await CommandDecider.prepare(many));
    const changed = many.map((one) => ({ ...one, action: "warning" as const }));
    const decider = await CommandDecider.prepare(changed);
    expect(decider.decide([{ text: "command-1-1", isReadable: true }])?.action).toBe("warning");
    const fewer = await CommandDecider.prepare(many.slice(0, 50));
    expect(fewer.decide([{ text: "command-50-1", isReadable: true }])).toBeNull();
  });
});

describe("what a shell would run of a line", () => {
  test.each([
    ["ls; rm x && a || b | c & d\ne", ["ls", "rm x", "a", "b", "c", "d", "e"]],
    ["r\\m 'x y' \"a b\"", ["rm x y a b"]],
    ["''r\"\"m x", ["rm x"]],
    ["$'\\x72\\155' x", ["rm x"]],
    ["echo $(rm a) `rm b`", ["rm a", "rm b"]],
    ["(rm a); { rm b; }", ["rm a", "rm b"]],
    ["sudo -n rm x", ["rm x"]],
    ["FOO=1 rm x", ["rm x"]],
    ["cat <<EOF\nr''m x\nEOF\nls", ["rm x", "ls"]],
    ["r\\\nm x", ["rm x"]],
    ["sh -c 'r\\m x; ls'", ["rm x", "ls"]],
    ["eval 'r''m x'", ["rm x"]],
    ["cat <(rm x) > y", ["rm x"]],
    ["if rm a; then rm b; fi", ["rm a", "rm b"]],
    ['echo "a $(rm x) b"', ["rm x"]],
    ["ls # rm x", ["ls"]],
  ])("%j", (line, parts) => {
    expect(readShellText(line).parts).toEqual(expect.arrayContaining(parts));
  });

  test("is read in linear time, whatever it is", () => {
    const began = performance.now();
    for (const piece of ["(", "$(", "`", '"', "'", "\\", "{a,", "<<x\n", "$'", "!!", "eval ", '"$(', "<("]) {
      readShellText(piece.repeat(5000));
    }
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
