import { isObject } from "../../../engine/json.ts";
import { isEmailAddress } from "../../../engine/resource/index.ts";
import { type PersonField, personFields, type SourcePerson } from "./source-person.ts";

/** Longest value that is looked at, in characters, and how many there may be of one attribute. */
const longest = 1024;
const most = 5000;

/** What a person is made of: `username` -> the attribute of the source that says it. */
export type AttributeMap = Readonly<Record<string, string>>;

/** The same map from one written the other way round: attribute of the source -> what it says here. */
export const reversedMap = (renames: AttributeMap): AttributeMap =>
  Object.fromEntries(Object.entries(renames).map(([theirs, ours]) => [ours, theirs]));

/** What was said of a person, as lists of texts. What is no text, number or truth value is left out. */
export function readAttributes(said: unknown, prefix = ""): Record<string, readonly string[]> {
  if (!isObject(said)) return {};
  const read: Record<string, readonly string[]> = Object.create(null);
  for (const [name, value] of Object.entries(said)) {
    const path = `${prefix}${name}`;
    // `realm_access.roles` and the like; two levels are enough for everyone there is.
    if (isObject(value) && prefix.split(".").length < 3)
      Object.assign(read, readAttributes(value, `${path}.`));
    const values = [value].flat().flatMap(asTexts).slice(0, most);
    if (values.length > 0) read[path] = values;
  }
  return read;
}

function asTexts(value: unknown): string[] {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
  const written = String(value).replaceAll("\0", "").trim().slice(0, longest);
  return written === "" ? [] : [written];
}

/** The part of a person that an attribute map finds. */
export type MappedPerson = Pick<SourcePerson, "username"> &
  Partial<Pick<SourcePerson, PersonField | "isActive">>;

/** The person behind attributes; without a username where the source names none. */
export function mapPerson(
  attributes: Readonly<Record<string, readonly string[]>>,
  map: AttributeMap,
): MappedPerson {
  const first = (field: string): string | undefined =>
    Object.hasOwn(map, field) ? attributes[map[field] ?? ""]?.[0] : undefined;
  const found = Object.fromEntries(
    personFields.flatMap((field) => {
      const value = first(field);
      return value === undefined ? [] : [[field, value]];
    }),
  ) as Partial<Record<PersonField, string>>;
  const active = first("is_active")?.toLowerCase();
  return {
    ...found,
    username: found.username ?? "",
    ...(active === undefined ? {} : { isActive: !["false", "0", "no"].includes(active) }),
  };
}

/** The address of a person: what the source says, else one made of the username; null where there is neither. */
export function addressOf(
  { email = "", username }: Pick<SourcePerson, "email" | "username">,
  suffix: string,
) {
  if (isEmailAddress(email)) return email;
  if (isEmailAddress(username)) return username;
  const made = `${username}@${suffix}`;
  return suffix !== "" && isEmailAddress(made) ? made : null;
}
