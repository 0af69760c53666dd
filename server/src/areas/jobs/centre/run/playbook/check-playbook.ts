import { type Message, withParameters } from "../../../../../engine/i18n/index.ts";
import { playbookRunText as text } from "../../playbook-texts.ts";
import type { PlaybookFile } from "../../playbooks/playbook-files.ts";

/** Names of the file that runs, in the order they are looked for. */
const entryNames = ["main.yml", "main.yaml", "main"];

/** What would run on the server or go past the gateway; compared without spaces and quotes. */
const keywords = [
  "hosts:localhost",
  "hosts:127.0.0.1",
  "hosts:::1",
  "delegate_to:localhost",
  "delegate_to:127.0.0.1",
  "delegate_to:::1",
  "local_action",
  "connection:local",
  "ansible_connection",
];

/** Most characters that rules about commands look at. */
const longestText = 1_048_576;

/** What of a playbook runs, or why it does not. */
export type CheckedPlaybook =
  | { readonly entry: string; readonly text: string }
  | { readonly problem: Message };

/**
 * Finds the entry and what is not allowed. What a file says can be put in other words, so this is help for people; what
 * holds a run back is the sandbox.
 */
export function checkPlaybook(files: readonly PlaybookFile[]): CheckedPlaybook {
  const entry = entryNames.find((name) =>
    files.some(({ path, content }) => path === name && content !== null),
  );
  if (entry === undefined) return { problem: text.noEntry };
  const plays = files.filter(
    ({ path, content }) => content !== null && (/\.ya?ml$/i.test(path) || path === entry),
  );
  for (const { path, content } of plays) {
    for (const [at, line] of String(content).split("\n").entries()) {
      const bare = line.replace(/[\s"']/g, "");
      const keyword = keywords.find((word) => bare.includes(word));
      if (keyword !== undefined) {
        return { problem: withParameters(text.keyword, { file: path, line: at + 1, keyword }) };
      }
    }
  }
  const all = plays.map(({ path, content }) => `# ${path}\n${String(content)}`).join("\n");
  return all.length > longestText ? { problem: text.tooMuchText } : { entry, text: all };
}
