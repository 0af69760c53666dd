import type { Choice } from "../../../kit/metadata/types.ts";

/** What is typed on the target to become another user. */
const COMMANDS: Readonly<Record<string, string>> = {
  sudo: "sudo su -",
  su: "su -",
  enable: "enable",
  super: "super 15",
  super_level: "super level 15",
};

/** The ways to become another user that a type knows, each by its command. */
export function suMethodChoices(methods: readonly string[]): Choice[] {
  return methods.map((value) => ({ value, label: COMMANDS[value] ?? value }));
}
