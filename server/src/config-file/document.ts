import { type Document, parseDocument, type ScalarTag, stringify } from "yaml";
import { ConfigError } from "../engine/config/config-error.ts";
import { isObject, type Json } from "../engine/json.ts";
import { installationKinds, organizationKinds } from "./kinds.ts";

/** Version of the format, in the key `sallyport`. */
const formatVersion = 1;

/** Longest file that is read, in characters. */
const longestFile = 10_000_000;

/** A secret that is not in the file: where its value is found when it is applied. */
export class SecretReference {
  readonly from: "env" | "file";
  readonly name: string;

  constructor(from: "env" | "file", name: string) {
    this.from = from;
    this.name = name;
  }

  toString(): string {
    return `!${this.from} ${this.name}`;
  }
}

/** A value of a file; secrets are references. */
export type FileValue = Json | SecretReference;

/** An object of a file: its name, and the fields the file decides. */
export type FileObject = Readonly<Record<string, FileValue>>;

/** Objects by kind. */
export type FileObjects = Readonly<Record<string, readonly FileObject[]>>;

/** What a configuration file says. */
export interface ConfigDocument {
  readonly settings: FileObject;
  readonly installation: FileObjects;
  /** Objects of organizations, by the organization's name. */
  readonly organizations: Readonly<Record<string, FileObjects>>;
}

const secretTag = (from: "env" | "file"): ScalarTag => ({
  tag: `!${from}`,
  identify: (value) => value instanceof SecretReference && value.from === from,
  resolve: (name) => new SecretReference(from, name),
  stringify: ({ value }) => (value as SecretReference).name,
});

const customTags = [secretTag("env"), secretTag("file")];

/** Where the objects of organizations are. */
const perOrganization = "in_organization";

/**
 * Reads a configuration file.
 * @throws ConfigError with what is wrong in it, each problem with its place
 */
export function parseConfig(text: string): ConfigDocument {
  if (text.length > longestFile) throw new ConfigError(["The file is larger than 10 MB."]);
  const document = parseDocument(text, { customTags, version: "1.2" });
  const problems = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (problems.length > 0) throw new ConfigError(problems);
  return readDocument(toValues(document));
}

/** The values, without aliases that grow beyond all measure. */
function toValues(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}

function readDocument(whole: unknown): ConfigDocument {
  if (!isObject(whole)) throw new ConfigError(["The file holds no configuration."]);
  const problems: string[] = [];
  const { sallyport, settings = {}, [perOrganization]: inside = {}, ...objects } = whole;
  if (sallyport !== formatVersion) {
    problems.push(`sallyport: the file has to say "sallyport: ${formatVersion}", the version of its format.`);
  }
  if (!isObject(settings)) problems.push("settings: keys with values are expected.");
  if (!isObject(inside)) problems.push(`${perOrganization}: names of organizations are expected.`);
  const installation = readObjects(objects, installationKinds, "", problems);
  const organizations: Record<string, FileObjects> = {};
  for (const [name, content] of Object.entries(isObject(inside) ? inside : {})) {
    const place = `${perOrganization}.${name}`;
    if (isObject(content)) {
      organizations[name] = readObjects(content, organizationKinds, `${place}.`, problems);
    } else problems.push(`${place}: kinds of objects are expected.`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { settings: settings as FileObject, installation, organizations };
}

function readObjects(
  content: Record<string, unknown>,
  kinds: readonly { readonly key: string }[],
  place: string,
  problems: string[],
): FileObjects {
  const known = kinds.map(({ key }) => key);
  for (const key of Object.keys(content)) {
    if (!known.includes(key)) problems.push(`${place}${key}: unknown here. Known are: ${known.join(", ")}.`);
  }
  const read: Record<string, readonly FileObject[]> = {};
  for (const key of known.filter((name) => content[name] !== undefined && content[name] !== null)) {
    const items = content[key];
    if (!Array.isArray(items)) {
      problems.push(`${place}${key}: a list is expected.`);
      continue;
    }
    const names = new Set<unknown>();
    for (const [index, item] of items.entries()) {
      const name: unknown = isObject(item) ? item.name : undefined;
      if (typeof name !== "string" || name === "") {
        problems.push(`${place}${key}[${index}]: a name is missing.`);
      } else if (names.has(name)) problems.push(`${place}${key}[${index}]: "${name}" is there twice.`);
      names.add(name);
    }
    read[key] = items as FileObject[];
  }
  return read;
}

/** Writes a configuration file. */
export function printConfig({ settings, installation, organizations }: ConfigDocument): string {
  const whole = {
    sallyport: formatVersion,
    settings,
    ...installation,
    [perOrganization]: organizations,
  };
  return stringify(whole, { customTags, lineWidth: 0, aliasDuplicateObjects: false });
}
