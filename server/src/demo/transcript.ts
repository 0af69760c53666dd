import type { EventKind } from "../transport/recording/format.ts";
import type { Random } from "./random.ts";

/** Something that happened in a terminal, and when. */
export interface TranscriptEvent {
  readonly kind: EventKind;
  /** Milliseconds since the start. */
  readonly at: number;
  readonly data: Buffer;
}

const green = (text: string): string => `\x1b[1;32m${text}\x1b[0m`;
const blue = (text: string): string => `\x1b[1;34m${text}\x1b[0m`;

/** A time of day as logs write it. */
const clock = (random: Random): string =>
  [random.between(0, 23), random.between(0, 59), random.between(0, 59)]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

/** A command with what it prints. */
type Command = (random: Random, host: string) => readonly [command: string, ...lines: string[]];

const commands: readonly Command[] = [
  (random) => [
    "uptime",
    ` ${clock(random)} up ${random.between(2, 400)} days,  4:11,  2 users,  load average: 0.${random.between(10, 99)}, 0.31, 0.28`,
  ],
  () => [
    "ls --color /var/www",
    `${blue("assets")}  ${blue("releases")}  current.conf  ${green("deploy.sh")}  robots.txt`,
  ],
  (random) => [
    "df -h",
    "Filesystem      Size  Used Avail Use% Mounted on",
    `/dev/sda1        40G   ${random.between(8, 31)}G   9G  ${random.between(30, 78)}% /`,
    `/dev/sdb1       200G  ${random.between(20, 190)}G   8G  ${random.between(10, 96)}% /srv`,
    "tmpfs           3.9G     0  3.9G   0% /dev/shm",
  ],
  (random) => [
    "free -m",
    "               total        used        free      shared  buff/cache   available",
    `Mem:            7964        ${random.between(1_000, 6_000)}         512         118        3020        4200`,
    "Swap:           2047           0        2047",
  ],
  (random, host) => [
    "sudo journalctl -u nginx --since today | tail -4",
    ...Array.from(
      { length: 4 },
      () =>
        `Jan 12 ${clock(random)} ${host} nginx[${random.between(800, 4_000)}]: 192.0.2.${random.between(2, 250)} "GET /health" \x1b[32m200\x1b[0m`,
    ),
  ],
  (random) => [
    "systemctl status app",
    `\x1b[1;32m●\x1b[0m app.service - Application server`,
    "     Loaded: loaded (/etc/systemd/system/app.service; enabled)",
    `     Active: \x1b[1;32mactive (running)\x1b[0m since Mon ${clock(random)} UTC`,
    `   Main PID: ${random.between(900, 30_000)} (node)`,
  ],
  () => [
    "git -C /srv/app log --oneline -3",
    "\x1b[33m9f31c2a\x1b[m Keep the connection open while a report is written",
    "\x1b[33m41d07be\x1b[m 修正：时区显示",
    "\x1b[33me80aa1c\x1b[m Bump the schema to 41",
  ],
  () => ["cat /etc/hostnme", "cat: /etc/hostnme: No such file or directory"],
  () => [
    "tail -2 /var/log/app/error.log",
    "\x1b[31mERROR\x1b[0m upstream timed out",
    "\x1b[33mWARN\x1b[0m  retrying in 5 s",
  ],
];

/** One screen of a process list that redraws itself. */
function processScreen(random: Random, rows: number): string {
  const head = [
    `top - ${clock(random)} up 41 days,  2 users,  load average: 0.${random.between(10, 99)}, 0.40, 0.35`,
    `Tasks: \x1b[1m${random.between(140, 190)}\x1b[0m total,   1 running, 160 sleeping,   0 stopped,   0 zombie`,
    `%Cpu(s): \x1b[1m${random.between(1, 60)}.${random.between(0, 9)}\x1b[0m us,  2.1 sy,  0.0 ni, 60.2 id`,
    "",
    `\x1b[7m    PID USER      PR  NI    VIRT    RES  %CPU  %MEM     TIME+ COMMAND     \x1b[0m`,
  ];
  const names = ["node", "nginx", "postgres", "redis-server", "systemd", "sshd", "python3", "java", "cron"];
  const list = Array.from({ length: Math.max(4, rows - 8) }, (_, index) => {
    const share = Math.max(0, 60 - index * 7 + random.between(0, 6)).toFixed(1);
    const pid = String(900 + index * 37).padStart(7);
    return `${pid} app       20   0  812340  ${random.between(10_000, 99_000)} ${share.padStart(5)}   1.2   3:11.${random.between(10, 99)} ${random.pick(names)}`;
  });
  return `\x1b[H${[...head, ...list].map((line) => `${line}\x1b[K`).join("\r\n")}\x1b[J`;
}

/** A line that was typed, and what it printed, without colours. */
interface TranscriptCommand {
  /** Milliseconds since the start, when it was sent. */
  readonly at: number;
  readonly input: string;
  readonly output: string;
}

/** A whole session. */
export interface Transcript {
  readonly events: readonly TranscriptEvent[];
  readonly commands: readonly TranscriptCommand[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences the transcript itself makes
const plain = (lines: readonly string[]): string => lines.join("\n").replace(/\x1b\[[\d;]*m/g, "");

/** What a session of `seconds` looked like: typing with its rhythm, output, a redrawn screen, a resize. */
export function writeTranscript(
  random: Random,
  { host, user, seconds }: { readonly host: string; readonly user: string; readonly seconds: number },
): Transcript {
  const events: TranscriptEvent[] = [];
  const typed: TranscriptCommand[] = [];
  const end = seconds * 1_000;
  let at = 400;
  let columns = 120;
  let rows = 32;
  const put = (text: string, kind: EventKind = "o") =>
    events.push({ kind, at: Math.round(at), data: Buffer.from(text) });
  const prompt =
    user === "root" ? `\x1b[1;31mroot@${host}\x1b[0m:~# ` : `${green(`${user}@${host}`)}:${blue("~")}$ `;
  const type = (command: string, output: readonly string[] = []) => {
    at += random.between(500, 2_500);
    for (const character of command) {
      at += random.between(40, 190);
      put(character);
    }
    at += random.between(150, 500);
    put("\r\n");
    typed.push({ at: Math.round(at), input: command, output: plain(output) });
  };
  put(`Linux ${host} 6.1.0-18-amd64\r\nLast login: ${clock(random)} from 192.0.2.7\r\n`);
  put(prompt);
  let isResized = false;
  for (let turn = 1; at < end - 4_000; turn++) {
    if (turn % 5 === 3 && end - at > 15_000) {
      type("top");
      put("\x1b[?1049h\x1b[?25l");
      const until = Math.min(end - 5_000, at + random.between(6_000, 40_000));
      while (at < until) {
        put(processScreen(random, rows));
        at += 2_000;
        if (!isResized && at > end / 2) {
          isResized = true;
          [columns, rows] = [150, 42];
          put(`${columns}x${rows}`, "r");
        }
      }
      put("\x1b[?25h\x1b[?1049l");
    } else {
      const [command, ...lines] = random.pick(commands)(random, host);
      type(command, lines);
      at += random.between(60, 900);
      for (const line of lines) {
        put(`${line}\r\n`);
        at += random.between(1, 40);
      }
    }
    put(prompt);
    // People read, and now and then they fetch a coffee.
    at += random.next() < 0.08 ? random.between(15_000, 60_000) : random.between(800, 9_000);
  }
  const last = events.filter((event) => event.at < end - 2_500);
  at = Math.max(end - 2_000, last.at(-1)?.at ?? 0);
  for (const character of "exit") {
    at += 150;
    last.push({ kind: "o", at, data: Buffer.from(character) });
  }
  last.push({ kind: "o", at: end, data: Buffer.from("\r\nlogout\r\n") });
  return { events: last, commands: typed.filter((command) => command.at < end - 2_500) };
}
