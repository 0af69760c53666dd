import { CommandDecider, type CommandRule } from "../../transport/command-rules/index.ts";

const decisions = 2000;

/** Rules that name many commands, none of which is a usual one. */
export const manyRules = (groups: number, lines: number): CommandRule[] =>
  Array.from({ length: groups }, (_, at) => ({
    id: `${at}`,
    name: `${at}`,
    priority: 50,
    action: "reject",
    reviewers: [],
    onlyReadable: false,
    groups: [
      {
        id: `${at}`,
        name: `${at}`,
        type: "command",
        ignoreCase: at % 2 === 0,
        content: Array.from({ length: lines }, (_, line) => contentOf(at, line)).join("\n"),
      },
    ],
  }));

/** How long the decision about a usual line takes that none of many groups names, in milliseconds. */
export function decisionTimes(groups: number, lines: number): number[] {
  const decider = new CommandDecider(manyRules(groups, lines));
  const text =
    "sudo systemctl restart nginx && tail -n 100 /var/log/nginx/error.log | grep -v 'rm -rf /srv' > /tmp/out.txt";
  return Array.from({ length: decisions }, () => {
    const began = performance.now();
    decider.decide([{ text, isReadable: true }]);
    return performance.now() - began;
  });
}

/**
 * What everything else waits for at most while rules are made ready for a session, in milliseconds of CPU: what other
 * programs take of the machine meanwhile does not count.
 */
export async function longestWait(groups: number, lines: number): Promise<number> {
  const rules = manyRules(groups, lines);
  let longest = 0;
  let isReady = false;
  const others = (async () => {
    while (!isReady) {
      const before = process.cpuUsage();
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  await CommandDecider.prepare(rules);
  isReady = true;
  await others;
  return longest;
}

function contentOf(group: number, line: number): string {
  if (line % 3 === 0) return `command-${group}-${line}`;
  return line % 3 === 1 ? `systemctl stop service-${group}-${line}` : `rm -rf /srv/${group}/${line}`;
}
