import { windowsAttestationCommand, windowsPasswordCommand } from "../change/windows.ts";
import { windowsFactsCommand } from "../facts/windows.ts";
import { windowsAccountsCommand } from "../facts/windows-accounts.ts";

/** Commands that read a line before they say anything. */
export const readsInput = (command: string): boolean =>
  command === windowsPasswordCommand || command === windowsAttestationCommand;

/**
 * What a Windows machine says to the commands of the product, keeping passwords as it is told; null: it does not know
 * the command.
 *
 * @param passwords by the name of the account
 * @param attests what it says of a password that is checked; default what is so
 */
export function windowsAnswer(
  {
    command,
    input,
    username,
  }: { readonly command: string; readonly input: string; readonly username: string },
  passwords: Map<string, string>,
  attests?: () => string,
): string | null {
  if (command === "whoami") return `machine\\${username.toLowerCase()}\r\n`;
  if (command === windowsAccountsCommand) {
    const found = [...passwords.keys()].map((name) => ({ name, last: "2026-11-28T15:04:05Z" }));
    return `${JSON.stringify(found)}\r\n`;
  }
  if (command === windowsFactsCommand) return `${JSON.stringify(facts)}\r\n`;
  if (command === windowsAttestationCommand) {
    const { word, name, password } = JSON.parse(Buffer.from(input.trim(), "base64").toString("utf8"));
    return `${word} ${attests?.() ?? `code ${passwords.get(name) === password ? 0 : 1326}.`}\r\n`;
  }
  if (command !== windowsPasswordCommand) return null;
  const { word, name, password, create } = JSON.parse(Buffer.from(input.trim(), "base64").toString("utf8"));
  if (!passwords.has(name) && create !== true) return `${word} missing\r\n`;
  if (password === "weak") return `${word} refused\r\nThe password does not meet the requirements.\r\n`;
  passwords.set(name, password);
  return `${word} done\r\n`;
}

const facts = {
  ...{
    vendor: "QEMU",
    model: "Standard PC",
    sn: "VM-1",
    cpu: "Intel  Xeon",
    sockets: 1,
    cores: 2,
    threads: 4,
  },
  ...{ memory: 8_589_934_592, disk: 107_374_182_400, name: "Microsoft Windows Server 2022 Standard" },
  ...{ version: "10.0.20348", arch: "64-bit" },
};
