import { literal, type Message, unlabelled } from "../../../engine/i18n/index.ts";
import { type Field, list, nested, text as textField } from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { methodLabels, methodParameters } from "./automation.ts";

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
