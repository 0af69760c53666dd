import { FieldError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import {
  boolean,
  type Field,
  isUuid,
  list,
  nested,
  type ParseContext,
  parseObject,
  text as textField,
} from "../../../engine/resource/index.ts";
import { storageTypeOf } from "../storages/storage-type-of.ts";
import { findCommandStorages, hostsContext, openHosts } from "./search/search-storages.ts";
import { text } from "./texts.ts";

/** What stands for a password that is kept. */
const mask = "******";

function readHost(value: string): URL {
  let url: URL;
  try {
    url = new URL(value);
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new FieldError([text.noHost]);
  }
  const isPlain = /^https?:$/.test(url.protocol) && url.hostname !== "";
  if (!isPlain || url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw new FieldError([text.noHost]);
  }
  return url;
}

function checkHost(value: string): string {
  readHost(value);
  return value;
}

/** Lower case, as both products want it: no name of theirs begins with a sign or has one of these in it. */
function checkIndex(value: string): string {
  const index = value.toLowerCase();
  if (!/^[^\s\\/*?"<>|,#:+_.-][^\s\\/*?"<>|,#:]*$/.test(index) || Buffer.byteLength(index) > 200) {
    throw new FieldError([text.noIndex]);
  }
  return index;
}

const searchFields: Readonly<Record<string, Field>> = {
  HOSTS: list({
    label: text.hosts,
    required: true,
    help: text.hostsHelp,
    maxItems: 20,
    child: textField({ label: text.hosts, maxLength: 1024, check: checkHost }),
  }),
  INDEX_BY_DATE: boolean({ label: text.byDate, help: text.byDateHelp, default: false }),
  INDEX: textField({ label: text.index, default: "jumpserver", maxLength: 200, check: checkIndex }),
  DOC_TYPE: textField({ label: text.docType, readOnly: true, default: "_doc" }),
  IGNORE_VERIFY_CERTS: boolean({ label: text.ignoreCertificates, default: false }),
};

const fieldsOf = (type: string): Readonly<Record<string, Field>> => (type === "es" ? searchFields : {});

/** An address as it is shown: with a sign in place of its password. */
function shownHost(host: string): string {
  const url = new URL(host);
  if (url.password !== "") url.password = mask;
  return url.href.replace(/\/$/, "");
}

const withoutPassword = (host: string): string => {
  const url = new URL(host);
  url.password = "";
  return url.href;
};

/** The address with the password that is kept, where the sign stands for it: of the same user at the same place alone. */
function keptHost(host: string, before: readonly string[]): string {
  if (decodeURIComponent(new URL(host).password) !== mask) return host;
  const known = before.find((other) => withoutPassword(other) === withoutPassword(host));
  if (known === undefined) throw new FieldError({ HOSTS: [text.passwordNeeded] });
  return known;
}

/** The options of an `es` storage, as they are used: with passwords. */
export interface SearchOptions {
  readonly hosts: readonly string[];
  readonly meta: JsonObject;
}

/** The columns of a storage's options; passwords are in the sealed one alone. */
export const sealHosts = (
  seal: (plain: string, context: string) => string,
  id: string,
  { hosts, meta }: SearchOptions,
): { readonly meta: string; readonly secret_sealed: string } => ({
  meta: JSON.stringify({ ...meta, HOSTS: hosts.map(shownHost) }),
  secret_sealed: seal(JSON.stringify(hosts), hostsContext(id)),
});

/**
 * The options of a storage, by its type: `SearchOptions` for `es`, nothing for the two that come along. What an update
 * leaves out stays.
 */
export const commandMetaField: Field = {
  ...nested({ label: text.meta, children: {} }),
  options: { label: text.meta, required: true },
  columns: ["meta"],
  async parse(input, at: ParseContext) {
    const type = storageTypeOf(at);
    if (!isObject(input)) return parseObject({}, input, at);
    if (type !== "es") return null;
    const { DOC_TYPE: _fixed, ...fields } = searchFields;
    const before = isObject(at.before?.meta) ? at.before.meta : {};
    const given = Object.entries(input).filter(([name, value]) => name in fields && value !== null);
    const defaults = { INDEX: "jumpserver", INDEX_BY_DATE: false, IGNORE_VERIFY_CERTS: false };
    const whole = { ...defaults, ...before, ...Object.fromEntries(given) };
    const { HOSTS, ...meta } = (await parseObject(fields, whole, at)) as JsonObject;
    const named = HOSTS as readonly string[];
    if (named.length === 0) throw new FieldError({ HOSTS: [common.required] });
    const known =
      at.before === null
        ? []
        : openHosts(at.context.services, {
            id: String(at.before.id),
            secret_sealed: String(at.before.secret_sealed ?? ""),
          });
    return { hosts: named.map((host) => keptHost(host, known)), meta } satisfies SearchOptions;
  },
  // A hook of the resource seals them.
  toColumns: () => ({}),
  present: (row) => {
    const meta = isObject(row.meta) ? (row.meta as JsonObject) : {};
    return "INDEX" in meta ? { ...meta, DOC_TYPE: "_doc" } : meta;
  },
  describe: (context) =>
    nested({ label: text.meta, children: fieldsOf(context.query.get("type") ?? "") }).describe?.(context) ??
    {},
  describeFor: async (context, key) => {
    const named = context.query.get("type");
    const [storage] =
      named === undefined && key !== null && isUuid(key) ? await findCommandStorages(context, key) : [];
    const children = fieldsOf(named ?? storage?.type ?? "");
    return nested({ label: text.meta, children }).describe?.(context) ?? {};
  },
};
