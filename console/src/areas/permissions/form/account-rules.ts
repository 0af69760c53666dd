/** Aliases an account rule may hold, in the order shown (docs/contract/permissions.md). */
export const ACCOUNT_ALIASES = ["@ALL", "@SPEC", "@INPUT", "@USER", "@ANON"] as const;

/** One of the aliases. */
export type AccountAlias = (typeof ACCOUNT_ALIASES)[number];

/** What the account widget shows. */
export interface AccountRule {
  readonly aliases: ReadonlySet<AccountAlias>;
  /** Usernames; meaningful while `@SPEC` is chosen. */
  readonly usernames: readonly string[];
  /** Template entries `%id`, kept as they are. */
  readonly templates: readonly string[];
}

function isAlias(entry: string): entry is AccountAlias {
  return (ACCOUNT_ALIASES as readonly string[]).includes(entry);
}

/** Reads the entries of a permission; nothing chosen means all accounts. */
export function readAccountRule(value: unknown): AccountRule {
  const entries = Array.isArray(value) ? value.map(String) : [];
  const aliases = new Set(entries.filter(isAlias));
  const usernames = entries.filter((entry) => !entry.startsWith("@") && !entry.startsWith("%"));
  const templates = entries.filter((entry) => entry.startsWith("%"));
  if (usernames.length + templates.length > 0 && !aliases.has("@ALL")) aliases.add("@SPEC");
  if (aliases.size === 0) aliases.add("@ALL");
  return { aliases, usernames, templates };
}

/** Ticks or unticks an alias; all accounts and specified accounts exclude each other. */
export function toggleAlias(rule: AccountRule, alias: AccountAlias, on: boolean): AccountRule {
  const aliases = new Set(rule.aliases);
  if (on) aliases.add(alias);
  else aliases.delete(alias);
  if (on && alias === "@ALL") aliases.delete("@SPEC");
  if (on && alias === "@SPEC") aliases.delete("@ALL");
  return { ...rule, aliases };
}

/** The entries to send: aliases, then usernames and templates while specified accounts are chosen. */
export function writeAccountRule(rule: AccountRule): string[] {
  const aliases = ACCOUNT_ALIASES.filter((alias) => rule.aliases.has(alias));
  return rule.aliases.has("@SPEC") ? [...aliases, ...rule.usernames, ...rule.templates] : aliases;
}
