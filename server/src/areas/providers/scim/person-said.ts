import type { PersonRow, SaidOfPerson } from "./people.ts";
import { type Draft, enterpriseKey } from "./read-resource.ts";
import { refused } from "./scim-error.ts";

/** What a source says of a person, as it is kept. */
export interface PersonSaid {
  readonly username: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly externalId: string | null;
  readonly active: boolean;
  readonly kept: SaidOfPerson;
}

interface Contact {
  readonly value?: string;
  readonly type?: string;
  readonly primary?: boolean;
}

/** Of several values the first choice, else the first of the kinds, else the first. */
function chosen(draft: Draft, name: string, kinds: readonly string[]): Contact | undefined {
  const values = ((draft[name] ?? []) as readonly Contact[]).filter(({ value = "" }) => value !== "");
  const primary = values.find((one) => one.primary === true);
  if (primary !== undefined) return primary;
  for (const kind of kinds) {
    const found = values.find(({ type }) => type?.toLowerCase() === kind);
    if (found !== undefined) return found;
  }
  return values[0];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u001f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Reads a person.
 * @throws ScimError invalidValue
 */
export function personSaid(draft: Draft, before: PersonRow | null): PersonSaid {
  const username = (draft.userName ?? "") as string;
  if (username === "" || username.length > 128)
    throw refused("invalidValue", "userName has 1 to 128 characters");
  if (unseen.test(username)) throw refused("invalidValue", "userName holds characters that are not seen");
  const externalId = (draft.externalId ?? null) as string | null;
  const parts = (draft.name ?? {}) as { formatted?: string; givenName?: string; familyName?: string };
  const { givenName, familyName } = parts;
  const email = chosen(draft, "emails", ["work"]);
  const phone = chosen(draft, "phoneNumbers", ["work", "mobile"]);
  const {
    title,
    userType,
    [enterpriseKey]: enterprise,
  } = draft as { title?: string; userType?: string } & Draft;
  return {
    username,
    name: nameOf(draft, parts, before) || username,
    email: email?.value,
    phone: phone?.value,
    externalId: externalId === "" ? null : externalId,
    active: draft.active !== false,
    kept: {
      ...(givenName === undefined ? {} : { givenName }),
      ...(familyName === undefined ? {} : { familyName }),
      ...(title === undefined ? {} : { title }),
      ...(userType === undefined ? {} : { userType }),
      ...(email?.type === undefined ? {} : { emailType: email.type }),
      ...(phone?.type === undefined ? {} : { phoneType: phone.type }),
      ...(enterprise === undefined ? {} : { enterprise: enterprise as Record<string, unknown> }),
    },
  };
}

/** The name that was given; `displayName` and `name.formatted` are one, of which the changed one counts. */
function nameOf(
  { displayName }: Draft,
  { formatted, givenName, familyName }: { formatted?: string; givenName?: string; familyName?: string },
  before: PersonRow | null,
): string {
  const parts = [givenName, familyName].filter((part) => part !== undefined && part !== "").join(" ");
  const names = [displayName as string | undefined, formatted].filter(
    (one) => one !== undefined && one !== "",
  );
  const name = names.find((one) => one !== before?.name) ?? names[0] ?? parts;
  return [...name].slice(0, 128).join("");
}
