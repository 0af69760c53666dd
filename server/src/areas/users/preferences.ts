import { type PreferenceName, preferences } from "@sallyport/contract/preferences";
import { sql } from "kysely";
import { type CallerContext, signedIn } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { literal, type Message } from "../../engine/i18n/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { choice } from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

const allowed: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(preferences));

/** The caller's choices by name. What an earlier build knew and this one does not is left out. */
async function chosen({ db, principal }: CallerContext): Promise<Record<string, Json>> {
  const rows = await db
    .selectFrom("user_preferences")
    .select(["name", "value"])
    .where("user_id", "=", principal.id)
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (allowed.get(name)?.includes(value) === true ? [[name, value]] : [])),
  );
}

/** The changes of a body: a value for each name, null to take the choice back. */
function readChanges(body: unknown): readonly (readonly [string, string | null])[] {
  const given = isObject(body) ? Object.entries(body) : [];
  const problems: Record<string, Message[]> = {};
  const changes = given.flatMap(([name, value]) => {
    const values = allowed.get(name);
    const isFit = values !== undefined && (value === null || values.some((one) => one === value));
    if (!isFit) problems[name.slice(0, 64)] = [text.noSuchPreference];
    return isFit ? [[name, value === null ? null : String(value)] as const] : [];
  });
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return changes;
}

async function save({ db, principal }: CallerContext, name: string, value: string | null): Promise<void> {
  if (value === null) {
    await db
      .deleteFrom("user_preferences")
      .where("user_id", "=", principal.id)
      .where("name", "=", name)
      .execute();
    return;
  }
  await sql`
    insert into user_preferences (user_id, name, value) values (${principal.id}, ${name}, ${value})
    on conflict (user_id, name) do update set value = excluded.value
  `.execute(db);
}

/** What is chosen, by its name. */
const labels: Readonly<Record<PreferenceName, Message>> = {
  getting_started: text.gettingStarted,
  terminal_colors: text.terminalColors,
  terminal_font: text.terminalFont,
  terminal_font_size: text.terminalFontSize,
  terminal_key_row: text.terminalKeyRow,
  terminal_paste_guard: text.terminalPasteGuard,
  terminal_copy_on_select: text.terminalCopyOnSelect,
  terminal_right_click: text.terminalRightClick,
  terminal_backspace: text.terminalBackspace,
  terminal_hints: text.terminalHints,
};

/** Values with a word of their own; names of fonts and sizes speak for themselves. */
const valueLabels: Readonly<Record<string, Message>> = {
  open: text.shown,
  closed: text.hidden,
  shown: text.shown,
  hidden: text.hidden,
  dark: text.dark,
  light: text.light,
  auto: text.likeThePage,
  system: text.systemFont,
  on: text.on,
  off: text.off,
  menu: text.opensMenu,
  paste: text.pastes,
};

const fields = Object.fromEntries(
  Object.entries(preferences).map(([name, values]) => [
    name,
    choice({
      label: labels[name as PreferenceName],
      nullable: true,
      choices: values.map((value) => ({ value, label: valueLabels[value] ?? literal(value) })),
    }),
  ]),
);

/**
 * What the caller has chosen in the console, and choosing it: an extension.
 * Contract: docs/contract/identity.md, "Preferences".
 */
export const preferencesRoute: RouteDeclaration = {
  methods: ["GET", "PATCH"],
  path: "/api/v1/sallyport/preferences/",
  access: signedIn("answers and changes the caller's own choices"),
  title: "Preferences",
  fields: { GET: fields, PATCH: fields },
  handle: async (routeContext, { method, body }) => {
    const context = caller(routeContext);
    if (method === "PATCH") {
      for (const [name, value] of readChanges(body)) await save(context, name, value);
    }
    return { body: await chosen(context) };
  },
};
