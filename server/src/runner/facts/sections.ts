/** What a section of an answer begins with, followed by a word of the reader's choice. */
export const sectionMark = "@@";

/**
 * A script that runs commands one after the other and marks what each of them prints. A command that is not there
 * prints nothing.
 *
 * @param word random letters and digits, so that nothing a machine prints by itself is taken for a section
 */
export function sectionScript(word: string, commands: Readonly<Record<string, string>>): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `echo '${sectionMark}${word} ${name}'\n{ ${command}; } 2>/dev/null`,
  );
  return [
    "LC_ALL=C; PATH=$PATH:/usr/sbin:/sbin:/usr/bin:/bin; export LC_ALL PATH",
    ...lines,
    "exit 0",
    "",
  ].join("\n");
}

/** The lines of each section in what such a script printed. */
export function readSections<Name extends string>(
  output: string,
  word: string,
  names: readonly Name[],
): Readonly<Record<Name, readonly string[]>> {
  const found = new Map<string, string[]>(names.map((name) => [name, []]));
  let current: string[] | undefined;
  for (const line of output.split("\n")) {
    const text = line.replace(/\r$/, "");
    if (text.startsWith(`${sectionMark}${word} `)) {
      current = found.get(text.slice(sectionMark.length + word.length + 1));
    } else current?.push(text);
  }
  return Object.fromEntries(found) as Record<Name, string[]>;
}
