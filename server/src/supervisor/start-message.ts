import { productVersion } from "../engine/config/data-folder.ts";

/** What a person who starts the product needs to know. */
export interface StartFacts {
  readonly siteUrl: string;
  /** Port of the SSH gateway. */
  readonly sshPort: number;
  readonly dataFolder: string;
  readonly logFolder: string | null;
  /** Where the database is, when it is not in the data folder. */
  readonly databaseFolder: string | null;
  /** Whether other machines reach it without TLS. */
  readonly isExposed: boolean;
  /** What to know of the Node it runs on. */
  readonly nodeWarning: string | null;
  /** The account made in this start; its password only when it was generated. */
  readonly firstSignIn: { readonly username: string; readonly password: string | null } | null;
  /** People of a demonstration made in this start. */
  readonly demoSignIns?: readonly { readonly username: string; readonly password: string }[];
}

/** The one message of a successful start. */
export function startMessage(facts: StartFacts): string {
  const rows: [string, string | null][] = [
    ["Console", facts.siteUrl],
    ["Sign in", signIn(facts.firstSignIn)],
    ...(facts.demoSignIns ?? []).map(({ username, password }): [string, string] => [
      "",
      signIn({ username, password }) ?? "",
    ]),
    ["SSH", `ssh -p ${facts.sshPort} <user>@${new URL(facts.siteUrl).hostname}`],
    ["Data", facts.dataFolder],
    ["Database", facts.databaseFolder],
    ["Logs", facts.logFolder],
    ["Warning", facts.isExposed ? exposed : null],
    ["Warning", facts.nodeWarning],
  ];
  const lines = rows.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(10)}${value}`]));
  return `\n  Sallyport ${productVersion} is ready\n\n${lines.join("\n")}\n\n  Press Ctrl+C to stop.\n\n`;
}

const exposed = "other machines can connect without TLS, so passwords are sent unencrypted (see docs/tls.md)";

function signIn(first: StartFacts["firstSignIn"]): string | null {
  if (first === null) return null;
  if (first.password === null) return `${first.username}, with the password you chose`;
  return `${first.username} / ${first.password}   (generated now, not shown again)`;
}
