import { literal, type Message, unlabelled } from "../../../engine/i18n/index.ts";
import {
  choice,
  type Field,
  integer,
  list,
  nested,
  text as textField,
} from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { methodLabels, methodParameters } from "./automation.ts";
import type { DeclaredMethod, DeclaredParameter } from "./declared-methods.ts";

/** Names and help of the parameters. */
const described: Readonly<Record<string, { readonly label: Message; readonly help?: Message }>> = {
  sudo: { label: literal("Sudo"), help: text.sudoHelp },
  shell: { label: literal("Shell") },
  home: { label: text.home, help: text.homeHelp },
  groups: { label: text.groups, help: text.groupsHelp },
  commands: { label: text.commands, help: text.commandsHelp },
};

const command: Field = { ...textField({ label: unlabelled, required: true }), type: "field" };

function parameter(name: string, initial: unknown): Field {
  const named = described[name] ?? { label: literal(name) };
  return Array.isArray(initial)
    ? list({ ...named, default: initial, child: command })
    : textField({ ...named, default: String(initial), maxLength: 4096 });
}

/**
 * Metadata of the methods that have parameters: a form for each. Whether a method is among them tells the console
 * whether there is something to set. Contract: docs/contract/assets.md, "Automation".
 */
export const methodFields: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries(methodParameters).map(([method, parameters]) => [
    method,
    nested({
      label: methodLabels.get(method) ?? literal(method),
      required: true,
      children: Object.fromEntries(
        Object.entries(parameters).map(([name, initial]) => [name, parameter(name, initial)]),
      ),
    }),
  ]),
);

function declaredParameter({
  type,
  label,
  help,
  choices,
  minimum,
  maximum,
  ...parameter
}: DeclaredParameter): Field {
  const told = { label, ...(help === null ? {} : { help }) };
  if (type === "choice") {
    const offered = choices.map((value) => ({ value, label: literal(value) }));
    return choice({ ...told, choices: offered, default: String(parameter.default) });
  }
  if (type === "text") return textField({ ...told, default: String(parameter.default), maxLength: 256 });
  return integer({
    ...told,
    default: Number(parameter.default),
    ...(minimum === null ? {} : { minimum }),
    ...(maximum === null ? {} : { maximum }),
  });
}

/** The same of the methods that an installation declares. */
export const declaredMethodFields = (methods: readonly DeclaredMethod[]): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    methods
      .filter(({ parameters }) => parameters.length > 0)
      .map(({ id, label, parameters }) => [
        id,
        nested({
          label,
          required: true,
          children: Object.fromEntries(parameters.map((one) => [one.name, declaredParameter(one)])),
        }),
      ]),
  );
