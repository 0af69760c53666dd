import { type FoundAccount, mostAccounts } from "./found-account.ts";
import { readSections, sectionScript } from "./sections.ts";

/** Portable, reading only, bounded in what it prints, and made of nothing that a machine has said. */
const commands = {
  passwd: "{ getent passwd || cat /etc/passwd; } | cut -c 1-400 | head -n 20000",
  zone: "date +%z",
  last: "last -w -F | cut -c 1-240 | head -n 40000",
} as const;

/** The script that prints a machine's accounts and when they were used; see `sectionScript`. */
export const posixAccountsScript = (word: string): string => sectionScript(word, commands);

/** Shells nobody can work in. */
const closed = /\/(nologin|false|shutdown|sync|halt)$/;

const named = /^[A-Za-z0-9_][A-Za-z0-9_.@\\$+-]{0,127}$/;

/**
 * The accounts in what the script printed that somebody can sign in as. A machine may print anything: what does not
 * look right is left out.
 */
export function readPosixAccounts(output: string, word: string): readonly FoundAccount[] {
  const found = readSections(output, word, ["passwd", "zone", "last"]);
  const logins = lastLogins(found.last, /^[+-]\d{4}$/.exec(found.zone[0] ?? "")?.[0] ?? "+0000");
  const accounts = new Map<string, FoundAccount>();
  for (const line of found.passwd) {
    const [username = "", , uid = "", , , , shell = ""] = line.split(":");
    const isPlain = named.test(username) && /^\d{1,10}$/.test(uid);
    if (!isPlain || closed.test(shell.trim()) || accounts.has(username)) continue;
    accounts.set(username, { username, ...(logins.get(username) ?? { date: "", address: "" }) });
    if (accounts.size === mostAccounts) break;
  }
  return [...accounts.values()];
}

type Login = Pick<FoundAccount, "date" | "address">;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `mei pts/0 10.0.0.9 Fri Mar  1 10:00:00 2024 …`; the address may be missing. The first of a name is the latest. */
const login =
  /^(\S+)(\s+\S.*?\s)(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})\b/;

const address = /\s(\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7})\s/;

function lastLogins(lines: readonly string[], zone: string): ReadonlyMap<string, Login> {
  const found = new Map<string, Login>();
  for (const line of lines) {
    const [, username = "", from = "", month = "", day = "", time = "", year = ""] = login.exec(line) ?? [];
    if (username === "" || found.has(username)) continue;
    const written = `${year}-${String(months.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
    const date = new Date(`${written}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`);
    if (Number.isNaN(date.getTime())) continue;
    found.set(username, { date: date.toISOString(), address: address.exec(from)?.[1] ?? "" });
  }
  return found;
}
