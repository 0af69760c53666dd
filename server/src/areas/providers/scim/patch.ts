import { isObject, plainText } from "../../../engine/json.ts";
import { type AttributePath, enterprisePrefix, parsePath, plainPath } from "./filter.ts";
import { describedBy, type Element, matchesFilter } from "./match-filter.ts";
import { attributeNamed, type Draft, enterpriseKey, readValue } from "./read-resource.ts";
import { type AttributeSchema, enterpriseAttributes, unkept } from "./schemas.ts";
import { refused } from "./scim-error.ts";

/** Most operations of one request. */
const mostOperations = 1_000;

/** An operation of a PATCH; words in small letters. */
export interface PatchOperation {
  readonly op: "add" | "replace" | "remove";
  readonly path?: string;
  readonly value?: unknown;
}

const member = (of: Record<string, unknown>, name: string): unknown =>
  Object.entries(of).find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * The operations of a request. Words are taken in any capitals, as Entra ID writes "Replace".
 * @throws ScimError invalidSyntax
 */
export function readOperations(body: unknown): readonly PatchOperation[] {
  const listed = isObject(body) ? member(body, "operations") : undefined;
  if (!Array.isArray(listed) || listed.length === 0)
    throw refused("invalidSyntax", "Operations is a list of at least one");
  if (listed.length > mostOperations)
    throw refused("invalidSyntax", `a request has at most ${mostOperations} operations`);
  return listed.map((one: unknown) => {
    if (!isObject(one)) throw refused("invalidSyntax", "an operation is an object");
    const op = plainText(member(one, "op")).toLowerCase();
    if (op !== "add" && op !== "replace" && op !== "remove")
      throw refused("invalidSyntax", "op is add, replace or remove");
    const path = member(one, "path");
    const value = member(one, "value");
    if (path !== undefined && path !== null && typeof path !== "string")
      throw refused("invalidPath", "a path is a text");
    const isWhole = path === undefined || path === null || path === "";
    if (isWhole && op === "remove") throw refused("noTarget", "what is removed needs a path");
    if (isWhole && !isObject(value)) throw refused("invalidValue", "without a path the value is an object");
    if (value === undefined && op !== "remove") throw refused("invalidValue", `${op} needs a value`);
    return { op, ...(isWhole ? {} : { path }), value };
  });
}

/** Operations that each have a path: one without stands for one of each attribute of its value. */
export const spread = (operations: readonly PatchOperation[]): PatchOperation[] =>
  operations.flatMap(({ op, path, value }) =>
    path !== undefined
      ? [{ op, path, value }]
      : Object.entries(value as Record<string, unknown>).map(([key, one]) => ({ op, path: key, value: one })),
  );

/**
 * Carries out operations on a resource.
 *
 * @param id what the resource is known by: clients may repeat it
 * @throws ScimError for paths there are not, values of other types, and what only the server writes
 */
export function applyPatch(
  draft: Draft,
  operations: readonly PatchOperation[],
  attributes: readonly AttributeSchema[],
  id: string,
): Draft {
  const changed = structuredClone(draft);
  for (const operation of spread(operations)) applyOne(changed, operation, attributes, id);
  return changed;
}

function applyOne(
  draft: Draft,
  { op, path: written = "", value }: PatchOperation,
  attributes: readonly AttributeSchema[],
  id: string,
): void {
  const path = parsePath(written);
  if (path.path === "schemas" || path.path === "meta" || unkept.has(path.path.split(".")[0] ?? "")) return;
  if (path.path === "id") {
    if (op !== "remove" && value === id) return;
    throw refused("mutability", "id cannot be changed");
  }
  if (path.path.startsWith(enterprisePrefix)) {
    applyEnterprise(draft, op, path, value);
    return;
  }
  change(draft, op, path, value, attributes);
}

function applyEnterprise(draft: Draft, op: PatchOperation["op"], path: AttributePath, value: unknown): void {
  const company = (draft[enterpriseKey] ?? {}) as Draft;
  draft[enterpriseKey] = company;
  const rest = path.path.slice(enterprisePrefix.length);
  if (rest !== "") {
    change(company, op, { ...path, path: rest }, value, enterpriseAttributes);
    return;
  }
  if (op === "remove") delete draft[enterpriseKey];
  else if (!isObject(value)) throw refused("invalidValue", "the extension is an object");
  else {
    for (const [key, one] of Object.entries(value))
      change(company, op, { path: plainPath(key) }, one, enterpriseAttributes);
  }
}

function change(
  draft: Draft,
  op: PatchOperation["op"],
  { path, filter, part }: AttributePath,
  value: unknown,
  attributes: readonly AttributeSchema[],
): void {
  const [name = "", sub = part] = path.split(".");
  const attribute = attributeNamed(attributes, name);
  if (attribute === undefined) throw refused("invalidPath", `there is no attribute "${name.slice(0, 60)}"`);
  if (attribute.mutability === "readOnly") throw refused("mutability", `${attribute.name} cannot be changed`);
  const inner = sub === undefined ? undefined : attributeNamed(attribute.subAttributes ?? [], sub);
  if (sub !== undefined && inner === undefined)
    throw refused("invalidPath", `${attribute.name} has no part "${sub.slice(0, 60)}"`);
  if (filter !== undefined && !attribute.multiValued)
    throw refused("invalidPath", `${attribute.name} has one value, of which none is chosen`);
  if (attribute.multiValued) {
    const elements = (draft[attribute.name] ?? []) as Element[];
    draft[attribute.name] = changeElements(elements, op, { attribute, filter, inner }, value);
  } else if (inner !== undefined) {
    const whole = { ...((draft[attribute.name] ?? {}) as Draft) };
    assign(whole, inner, op === "remove" ? undefined : readValue(value, inner));
    draft[attribute.name] = whole;
  } else {
    const read = op === "remove" ? undefined : readValue(value, attribute);
    const before = draft[attribute.name];
    // Of a value of parts those are changed that are given.
    const merged = isObject(read) && isObject(before) ? { ...before, ...read } : read;
    assign(draft, attribute, merged);
  }
}

function assign(draft: Draft, { name }: AttributeSchema, value: unknown): void {
  if (value === undefined) delete draft[name];
  else draft[name] = value;
}

interface Choice {
  readonly attribute: AttributeSchema;
  readonly filter: AttributePath["filter"];
  readonly inner: AttributeSchema | undefined;
}

function changeElements(
  elements: readonly Element[],
  op: PatchOperation["op"],
  { attribute, filter, inner }: Choice,
  value: unknown,
): Element[] {
  const isChosen = (element: Element): boolean => filter === undefined || matchesFilter(element, filter);
  if (op === "remove") {
    if (inner !== undefined)
      return elements.map((one) => (isChosen(one) ? { ...one, [inner.name]: undefined } : one));
    const named = (readValue(value, attribute) ?? []) as Element[];
    if (filter === undefined && named.length > 0)
      return elements.filter((one) => !named.some((other) => other.value === one.value));
    return elements.filter((one) => !isChosen(one));
  }
  const given =
    inner === undefined
      ? ((readValue(value, attribute) ?? []) as Element[])
      : [{ [inner.name]: readValue(value, inner) }];
  if (filter === undefined && inner === undefined) return op === "replace" ? given : joined(elements, given);
  const [part] = given;
  if (part === undefined || given.length > 1)
    throw refused("invalidValue", `${attribute.name} takes one value here`);
  if (elements.some(isChosen)) return elements.map((one) => (isChosen(one) ? { ...one, ...part } : one));
  const described = filter === undefined ? {} : describedBy(filter);
  if (described === null) throw refused("noTarget", `${attribute.name} has no value that is meant`);
  // Clients say what the value they add is like by choosing it.
  const made = readValue([described], attribute) as Element[];
  return joined(elements, [{ ...made[0], ...part }]);
}

/** Added to what is there: once each, and with one first choice. */
function joined(elements: readonly Element[], added: readonly Element[]): Element[] {
  const isTaken = added.some(({ primary }) => primary === true);
  const kept = elements
    .filter((one) => !added.some((other) => other.value === one.value && other.type === one.type))
    .map((one) => (isTaken ? { ...one, primary: false } : one));
  return [...kept, ...added];
}
