import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { literal, type Message } from "../../../engine/i18n/index.ts";
import { isObject, type Json, type JsonObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import { type AutomationMethod, methodLabels } from "./automation.ts";
import { platformTypes } from "./types.ts";

/** A value that the commands of a method contain, as platforms and plans set it. */
export interface DeclaredParameter {
  readonly name: string;
  readonly type: "text" | "integer" | "choice";
  readonly label: Message;
  readonly help: Message | null;
  readonly default: string | number;
  /** Of a choice. */
  readonly choices: readonly string[];
  /** Bounds of an integer. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/**
 * A method that an installation declares in a file of its own: commands for a shell over SSH. Contract:
 * docs/automation-methods.md.
 */
export interface DeclaredMethod extends AutomationMethod {
  /** Types of platforms it is offered to. */
  readonly types: readonly string[];
  readonly parameters: readonly DeclaredParameter[];
  readonly commands: readonly string[];
}

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    automationMethods: DeclaredMethod;
  }
}

/** What is wrong with a file, or with the value of a parameter; a sentence for operators. */
export class MethodProblem extends Error {}

/** Folder of the files, in the data folder. */
const folderName = "automation-methods";

/** Largest file, in bytes; most commands and parameters of a method. */
const mostBytes = 64 * 1024;
const mostEntries = 50;

/** What the runner fills in. */
const filledLater: ReadonlySet<string> = new Set(["username", "password", "login_password"]);

const items = ["change_secret", "push_account"] as const;

/** Reads the files of a data folder. One that is no method is left out, and the log says why. */
export function readDeclaredMethods(dataFolder: string): readonly DeclaredMethod[] {
  const folder = join(dataFolder, folderName);
  const methods = new Map<string, DeclaredMethod>();
  for (const name of filesIn(folder)) {
    try {
      const method = parseMethod(readBounded(join(folder, name)));
      if (methods.has(method.id))
        throw new MethodProblem(`id: ${method.id} is declared by another file, too.`);
      methods.set(method.id, method);
    } catch (error) {
      log.error({ file: name, problem: (error as Error).message }, "an automation method was left out");
    }
  }
  return [...methods.values()];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort();
  } catch {
    // Most installations have no such folder.
    return [];
  }
}

function readBounded(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length > mostBytes) throw new MethodProblem(`The file has more than ${mostBytes} bytes.`);
  return bytes.toString("utf8");
}

/** A method in YAML. @throws MethodProblem with the first thing that is wrong */
export function parseMethod(yaml: string): DeclaredMethod {
  let read: unknown;
  try {
    read = parse(yaml, { maxAliasCount: 0, schema: "core" });
  } catch (error) {
    throw new MethodProblem(`This is no YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (!isObject(read)) throw new MethodProblem("The file has to be a mapping.");
  refuseUnknown(read, ["id", "name", "item", "types", "parameters", "commands"], "");
  const parameters = listOf(read.parameters ?? [], "parameters").map(parseParameter);
  return {
    id: parseId(read.id),
    item: oneOf(read.item, items, "item"),
    label: parseLabel(read.name, "name"),
    types: parseTypes(read.types),
    parameters,
    commands: parseCommands(read.commands, parameters),
  };
}

function parseId(given: unknown): string {
  if (typeof given !== "string" || !/^[a-z][a-z0-9_]{2,63}$/.test(given)) {
    throw new MethodProblem("id: use 3 to 64 lowercase letters, digits and underscores.");
  }
  if (methodLabels.has(given)) throw new MethodProblem(`id: ${given} is built in.`);
  return given;
}

function parseTypes(given: unknown): readonly string[] {
  const known = platformTypes.map(({ value }) => value);
  const types = listOf(given, "types").map((type) => oneOf(type, known, "types"));
  if (types.length === 0) throw new MethodProblem("types: name at least one.");
  return types;
}

function parseCommands(given: unknown, parameters: readonly DeclaredParameter[]): readonly string[] {
  const commands = listOf(given, "commands").map((command) => {
    if (typeof command !== "string" || command.trim() === "" || /\p{Cc}/u.test(command)) {
      throw new MethodProblem("commands: each is one line of text.");
    }
    return command.trim();
  });
  if (commands.length === 0) throw new MethodProblem("commands: there are none.");
  const known = new Set([...filledLater, ...parameters.map(({ name }) => name)]);
  for (const name of commands.flatMap(placeholdersIn)) {
    if (!known.has(name)) throw new MethodProblem(`commands: {${name}} is neither a parameter nor built in.`);
  }
  if (!commands.some((command) => placeholdersIn(command).includes("password"))) {
    throw new MethodProblem("commands: none has {password}, so nothing would be changed.");
  }
  return commands;
}

const placeholdersIn = (command: string): string[] =>
  [...command.matchAll(/\{([a-z][a-z0-9_]*)\}/g)].map(([, name = ""]) => name);

function parseParameter(given: unknown): DeclaredParameter {
  if (!isObject(given)) throw new MethodProblem("parameters: each is a mapping.");
  const { name } = given;
  if (typeof name !== "string" || !/^[a-z][a-z0-9_]{0,31}$/.test(name) || filledLater.has(name)) {
    throw new MethodProblem(
      "parameters: a name has 1 to 32 lowercase letters, digits and underscores, and is not built in.",
    );
  }
  const at = `parameters: ${name}`;
  refuseUnknown(
    given,
    ["name", "type", "label", "help", "default", "choices", "minimum", "maximum"],
    `${at}: `,
  );
  const parameter: Omit<DeclaredParameter, "default"> = {
    name,
    type: oneOf(given.type ?? "text", ["text", "integer", "choice"] as const, `${at}: type`),
    label: parseLabel(given.label ?? name, `${at}: label`),
    help: given.help === undefined ? null : parseLabel(given.help, `${at}: help`),
    choices: listOf(given.choices ?? [], `${at}: choices`).map(String),
    minimum: typeof given.minimum === "number" ? given.minimum : null,
    maximum: typeof given.maximum === "number" ? given.maximum : null,
  };
  if (parameter.type === "choice" && parameter.choices.length === 0) {
    throw new MethodProblem(`${at}: a choice needs choices.`);
  }
  const initial = given.default ?? (parameter.type === "text" ? "" : undefined);
  const problem = problemOf(parameter, initial);
  if (problem !== null) throw new MethodProblem(`${at}: default: ${problem}`);
  return { ...parameter, default: initial as string | number };
}

/** What is wrong with the value of a parameter; null: nothing. */
function problemOf(
  { type, choices, minimum, maximum }: Omit<DeclaredParameter, "default">,
  value: unknown,
): string | null {
  if (type === "choice")
    return choices.includes(String(value)) ? null : `one of ${choices.join(", ")} is needed.`;
  if (type === "text") {
    const isPlain = typeof value === "string" && value.length <= 256 && !/[{}\p{Cc}]/u.test(value);
    return isPlain ? null : "a line of at most 256 characters without braces is needed.";
  }
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return "a whole number is needed.";
  const isWithin = value >= (minimum ?? value) && value <= (maximum ?? value);
  return isWithin ? null : `a number from ${minimum ?? "…"} to ${maximum ?? "…"} is needed.`;
}

/**
 * The commands of a method with the values of its parameters; those of the account are left to the runner.
 *
 * @param given by platform or plan; what is missing is the default
 * @throws MethodProblem
 */
export function commandsOf({ parameters, commands }: DeclaredMethod, given: JsonObject): readonly string[] {
  const values = new Map<string, string>();
  for (const parameter of parameters) {
    const { [parameter.name]: set = parameter.default } = given;
    const value = parameter.type === "integer" && typeof set === "string" ? Number(set) : set;
    const problem = problemOf(parameter, value);
    if (problem !== null) throw new MethodProblem(`${parameter.name}: ${problem}`);
    values.set(parameter.name, String(value));
  }
  return commands.map((command) =>
    command.replace(/\{([a-z][a-z0-9_]*)\}/g, (whole, name: string) => values.get(name) ?? whole),
  );
}

/** The parameters of methods with their defaults, as platforms begin with them. */
export const defaultsOf = (methods: readonly DeclaredMethod[]): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    methods
      .filter(({ parameters }) => parameters.length > 0)
      .map(({ id, parameters }) => [
        id,
        Object.fromEntries(parameters.map((one): [string, Json] => [one.name, one.default])),
      ]),
  );

function parseLabel(given: unknown, at: string): Message {
  if (typeof given === "string" && given.trim() !== "" && given.length <= 128) return literal(given.trim());
  if (isObject(given) && typeof given.en === "string" && given.en !== "") {
    const { en, zh = en, ja = en } = given;
    return { ...literal(en), zh: String(zh), ja: String(ja) };
  }
  throw new MethodProblem(`${at}: write a text, or one for each of en, zh and ja.`);
}

function listOf(given: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(given) || given.length > mostEntries) {
    throw new MethodProblem(`${at}: write a list of at most ${mostEntries} entries.`);
  }
  return given;
}

function oneOf<T extends string>(given: unknown, allowed: readonly T[], at: string): T {
  const found = allowed.find((one) => one === given);
  if (found === undefined)
    throw new MethodProblem(`${at}: ${String(given)} is none of ${allowed.join(", ")}.`);
  return found;
}

function refuseUnknown(given: Readonly<Record<string, unknown>>, known: readonly string[], at: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new MethodProblem(`${at}${unknown} is not known here.`);
}
