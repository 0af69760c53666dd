import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type CallerContext, permission, type RequestContext } from "../../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { text as common, type Message, translate } from "../../../engine/i18n/index.ts";
import {
  boolean,
  type Choice,
  exact,
  exactBoolean,
  exactChoice,
  type Field,
  type Filter,
  labeledChoice,
  type ResourceAction,
  type ResourceDeclaration,
  type Row,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { StorageError } from "./storage-error.ts";
import { builtInTypes } from "./storage-types.ts";
import { text } from "./texts.ts";

/** The tables of storages, and the column by which a terminal has one of its own; null there: the default. */
const columnsOfTerminals = {
  replay_storages: "replay_storage_id",
  command_storages: "command_storage_id",
} as const;

type StorageTable = keyof typeof columnsOfTerminals;

/** Whether a storage works, and what to say of it. */
export interface StorageTest {
  readonly isValid: boolean;
  readonly message: Message;
}

/** What the resources of storages have in common, whatever is kept in them. */
export const storageShape = {
  app: "terminal",
  scope: "global",
  fieldOrder: "declared",
  stamped: ["created_by", "updated_by", "date_created", "date_updated"],
  search: ["t.name", "t.type"],
  order: { by: ["name", "type", "is_default", "comment"], default: ["name"] },
  operations: ["list", "retrieve", "create", "update", "delete"],
  files: { previewed: false },
} as const satisfies Partial<ResourceDeclaration>;

/** The fields of a storage, in the contract's order. */
export const storageFields = (types: readonly Choice[], meta: Field) => ({
  // What is sealed of its options is bound to it.
  id: uuid({ label: common.id, createOnly: true }),
  name: textField({ label: common.name, required: true, maxLength: 128 }),
  type: labeledChoice({ label: text.type, required: true, createOnly: true, choices: types }),
  meta,
  is_default: boolean({ label: text.isDefault, default: false }),
  comment: textField({ label: common.comment }),
});

export const storageFilters = (types: readonly Choice[]) =>
  ({
    name: exact("t.name"),
    type: exactChoice(
      "t.type",
      types.map(({ value }) => String(value)),
    ),
    is_default: exactBoolean("t.is_default"),
  }) satisfies Readonly<Record<string, Filter>>;

/** There is one default, and one storage of each type that comes with the product. */
export function validateStorage({
  before,
  values,
}: {
  readonly before: Row | null;
  readonly values: Readonly<Record<string, unknown>>;
}): void {
  if (before === null) {
    if (builtInTypes.has(String(values.type))) throw new ValidationError({ type: [text.builtInType] });
    return;
  }
  if (before.is_default === true && values.is_default === false)
    throw new ValidationError({ is_default: [text.defaultNeeded] });
  const isRenamed = values.name !== undefined && values.name !== before.name;
  if (isRenamed && builtInTypes.has(String(before.type))) throw new ValidationError({ name: [text.builtIn] });
}

/** The id of a storage that is saved: of a new one before its row is, for what is sealed with it. */
export const idOfStorage = (before: Row | null, values: Readonly<Record<string, unknown>>): string =>
  String(before === null ? (values.id ?? randomUUID()) : before.id);

/** A storage that becomes the default takes the place of the one that was. */
export async function makeOnlyDefault(
  { db }: Pick<CallerContext, "db">,
  table: StorageTable,
  id: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set is_default = false where is_default and id <> ${id}::uuid`.execute(
    db,
  );
}

/**
 * Refuses to delete a storage that is needed, with the reason where the contract's clients look for it.
 * @param isFull asks whether something is in it, or on its way to it; what is said then
 */
export async function refuseNeeded(
  context: CallerContext,
  table: StorageTable,
  row: Row,
  isFull: { readonly asked: RawBuilder<boolean>; readonly why: Message },
): Promise<void> {
  const refuse = (why: Message): never => {
    throw new BadRequest("error", why, { msg: translate(why, context.language) });
  };
  if (builtInTypes.has(String(row.type))) refuse(text.builtIn);
  if (row.is_default === true) refuse(text.isTheDefault);
  const column = sql.ref(columnsOfTerminals[table]);
  const { rows } = await sql<{ gateways: boolean; full: boolean }>`
    select exists (select from terminals t where t.${column} = ${row.id} and not t.is_deleted) as gateways,
      ${isFull.asked} as "full"
  `.execute(context.db);
  if (rows[0]?.gateways === true) refuse(text.usedByGateway);
  if (rows[0]?.full === true) refuse(isFull.why);
  await sql`update terminals set ${column} = null where ${column} = ${row.id}`.execute(context.db);
}

/** Longest time of one request of a test, in milliseconds. */
export const longestTest = 10_000;

/** Tries a storage; what is built in is on this machine, which has just answered. */
export async function tryStorage<Storage extends { readonly type: string }>(
  storage: Storage | undefined,
  check: (storage: Storage) => Promise<void>,
): Promise<StorageTest> {
  if (storage === undefined || builtInTypes.has(storage.type)) return { isValid: true, message: text.usable };
  try {
    await check(storage);
    return { isValid: true, message: text.usable };
  } catch (error) {
    if (error instanceof StorageError) return { isValid: false, message: error.detail };
    throw error;
  }
}

/** The action that tries a storage. */
export function testConnective(
  model: "replaystorage" | "commandstorage",
  test: (services: RequestContext["services"], id: string) => Promise<StorageTest>,
): ResourceAction {
  return {
    name: "test-connective",
    on: "object",
    methods: ["GET"],
    access: permission(`terminal.view_${model}`),
    title: "Test Connective",
    handle: async ({ services, language }, { id = "" }) => {
      const { isValid, message } = await test(services, id);
      return { body: { is_valid: isValid, msg: translate(message, language) } };
    },
  };
}
