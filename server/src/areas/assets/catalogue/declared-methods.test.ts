import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  commandsOf,
  defaultsOf,
  MethodProblem,
  parseMethod,
  readDeclaredMethods,
} from "./declared-methods.ts";

const whole = `
id: change_secret_harbour
name: { en: Change secret on harbour switches, zh: 港口交换机改密, ja: 港スイッチの変更 }
item: change_secret
types: [switch, router]
parameters:
  - { name: level, type: integer, label: Privilege level, default: 15, minimum: 0, maximum: 15 }
  - { name: mode, type: choice, choices: [secret, password], default: secret }
  - { name: note, help: Written behind the name }
commands:
  - configure terminal
  - username {username} privilege {level} {mode} {password} {note}
`;

describe("a method declared in a file", () => {
  it("has its names, parameters and commands", () => {
    const method = parseMethod(whole);
    expect(method).toMatchObject({
      id: "change_secret_harbour",
      item: "change_secret",
      label: { en: "Change secret on harbour switches", zh: "港口交换机改密" },
      types: ["switch", "router"],
    });
    expect(defaultsOf([method])).toEqual({ change_secret_harbour: { level: 15, mode: "secret", note: "" } });
  });

  it("has its commands filled in by what is set, the account's words left to the runner", () => {
    const method = parseMethod(whole);
    expect(commandsOf(method, { level: "7", mode: "password", note: "by night" })).toEqual([
      "configure terminal",
      "username {username} privilege 7 password {password} by night",
    ]);
    expect(commandsOf(method, {})[1]).toContain("privilege 15 secret");
    for (const given of [
      { level: 16 },
      { level: "all" },
      { mode: "other" },
      { note: "a\nb" },
      { note: "{password}" },
    ]) {
      expect(() => commandsOf(method, given)).toThrow(MethodProblem);
    }
  });

  it.each([
    ["id: change_secret_posix", /built in/],
    ["id: Change", /id: use/],
    ["item: ping", /item: ping is none of/],
    ["types: [toaster]", /types: toaster/],
    ["types: []", /at least one/],
    ["commands: [reload]", /none has \{password\}/],
    ["commands: ['set {password} {colour}']", /\{colour\} is neither/],
    ['commands: ["a\\nb {password}"]', /one line/],
    ["commands: {}", /write a list/],
    ["parameters: [{ name: password }]", /not built in/],
    ["parameters: [{ name: level, type: integer }]", /a whole number/],
    ["parameters: [{ name: level, type: choice }]", /needs choices/],
    ["parameters: [{ name: level, color: red }]", /color is not known/],
    ["shell: bash", /shell is not known/],
    ["name: 7", /name: write a text/],
  ])("is refused with %s, and told why", (line, problem) => {
    const key = line.slice(0, line.indexOf(":"));
    const parts = whole.trim().split(/\n(?=\w)/);
    const changed = [...parts.filter((part) => !part.startsWith(`${key}:`)), line];
    // What is asked of a parameter is asked whatever else there is.
    if (key === "parameters")
      changed.splice(
        changed.findIndex((part) => part.startsWith("commands")),
        1,
        "commands: ['x {password}']",
      );
    expect(() => parseMethod(changed.join("\n"))).toThrow(problem);
  });

  it("is refused when it is no mapping, no YAML, or a bomb", () => {
    expect(() => parseMethod("- one")).toThrow(/mapping/);
    expect(() => parseMethod("a: [")).toThrow(/no YAML/);
    expect(() => parseMethod("a: &a [x]\nb: [*a, *a]\nc: *a")).toThrow(MethodProblem);
  });

  it("is read from the data folder; a file that is none is left out, and so is a second one of the same id", () => {
    const data = mkdtempSync(join(tmpdir(), "methods-"));
    try {
      expect(readDeclaredMethods(data)).toEqual([]);
      const folder = join(data, "automation-methods");
      mkdirSync(folder);
      writeFileSync(join(folder, "a.yaml"), whole);
      writeFileSync(join(folder, "b.yml"), whole);
      writeFileSync(join(folder, "c.yaml"), "nothing");
      writeFileSync(join(folder, "d.yaml"), "x".repeat(70_000));
      writeFileSync(join(folder, "README"), "not read");
      expect(readDeclaredMethods(data).map(({ id }) => id)).toEqual(["change_secret_harbour"]);
    } finally {
      rmSync(data, { recursive: true });
    }
  });
});
