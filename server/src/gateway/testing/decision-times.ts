import { CommandDecider, type CommandRule } from "../../transport/command-rules/index.ts";

const decisions = 2000;

/** How long the decision about a usual line takes that none of many groups names, in milliseconds. */
export function decisionTimes(groups: number, lines: number): number[] {
  const rules = Array.from(
    { length: groups },
    (_, at): CommandRule => ({
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
    }),
  );
  const decider = new CommandDecider(rules);
  const text =
    "sudo systemctl restart nginx && tail -n 100 /var/log/nginx/error.log | grep -v 'rm -rf /srv' > /tmp/out.txt";
  return Array.from({ length: decisions }, () => {
    const began = performance.now();
    decider.decide([{ text, isReadable: true }]);
    return performance.now() - began;
  });
}

function contentOf(group: number, line: number): string {
  if (line % 3 === 0) return `command-${group}-${line}`;
  return line % 3 === 1 ? `systemctl stop service-${group}-${line}` : `rm -rf /srv/${group}/${line}`;
}
