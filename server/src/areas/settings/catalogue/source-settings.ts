import { FieldError } from "../../../engine/errors.ts";
import { unlabelled } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { json, text as textField } from "../../../engine/resource/index.ts";
import { boolean, list, type SettingDefinition } from "../setting-kinds.ts";
import { sourceText as text } from "../source-texts.ts";

/** Most entries of an attribute map, and the longest name in it, in characters. */
const most = 50;
const longest = 256;

/**
 * Which attribute of the source says what here: `{"username": "preferred_username"}`; with `renames` the other way
 * round, as some sources of the contract have it: `{"uid": "username"}`. Without a username nobody could come in.
 */
export function attributeMap(
  fallback: { readonly [name: string]: string },
  { renames = false }: { readonly renames?: boolean } = {},
): SettingDefinition {
  const options = { label: text.attributeMap, help: renames ? text.renamesHelp : text.attributeMapHelp };
  return {
    type: "object",
    fallback,
    field: {
      ...json({ ...options, default: fallback as Json }),
      parse: (input) => {
        const entries = isObject(input) ? Object.entries(input) : [];
        const isMap =
          isObject(input) &&
          entries.length <= most &&
          entries.every(([name, value]) => isName(name) && typeof value === "string" && isName(value));
        if (!isMap) throw new FieldError([text.notMap]);
        const ours = renames ? Object.values(input) : Object.keys(input);
        if (!ours.includes("username")) throw new FieldError([text.noUsername]);
        return input as Json;
      },
    },
  };
}

const isName = (name: string): boolean => name.length > 0 && name.length <= longest;

function domain(value: string): string {
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(value)) throw new FieldError([text.notDomain]);
  return value.toLowerCase();
}

/** Whose users somebody of a source may be taken for, beside those of the source itself. */
export function linkSettings<Prefix extends string>(prefix: Prefix) {
  return {
    [`${prefix}_TRUSTED_DOMAINS`]: list([], {
      label: text.trustedDomains,
      help: text.trustedDomainsHelp,
      child: textField({ label: unlabelled, required: true, maxLength: 253, check: domain }),
    }),
    [`${prefix}_LINK_USERS`]: boolean(false, { label: text.linkUsers, help: text.linkUsersHelp }),
  } as Record<`${Prefix}_TRUSTED_DOMAINS` | `${Prefix}_LINK_USERS`, SettingDefinition>;
}
