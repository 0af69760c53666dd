import type { RawBuilder } from "kysely";
import type { ConfirmLevel } from "../access/confirmation.ts";
import type { CallerContext, RequestContext } from "../access/context.ts";
import type { AccessRule } from "../access/rules.ts";
import type { ApiError } from "../errors.ts";
import type { Message } from "../i18n/messages.ts";
import type { Json } from "../json.ts";
import type { Field, Row, WriteMode } from "./field-kinds/field.ts";
import type { Fields, RowOf, Values } from "./field-kinds/field-types.ts";
import type { Filter } from "./query/filters.ts";
import type { OutsideRows } from "./query/outside-rows.ts";

/** The verbs a resource can answer. */
export type Operation = "list" | "retrieve" | "create" | "update" | "delete" | "bulk" | "suggestions";

/** What a hook sees of a write to a resource of these fields: `WriteEvent<typeof fields>`. */
export interface WriteEvent<F extends Fields = Fields> {
  readonly context: CallerContext;
  readonly mode: WriteMode;
  /** The row before; null on create. */
  readonly before: RowOf<F> | null;
  readonly values: Values<F>;
  /** The client's object, as sent. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the object is one of an array of new ones. */
  readonly isOneOfMany: boolean;
}

/** A row that a create is about although it is there already. */
export interface ExistingRow {
  readonly row: Row;
  /** Whether the values sent change it. */
  readonly change: boolean;
}

/** An object of the array of a bulk update. */
export interface BulkChange<F extends Fields = Fields> {
  /** The client's object, as sent. */
  readonly input: unknown;
  /** The row it names; undefined where there is none. */
  readonly before: RowOf<F> | undefined;
}

/** A write that has been made, with the row's key. */
export type AfterWriteEvent<F extends Fields = Fields> = WriteEvent<F> & { readonly id: string | number };

/**
 * What is particular to a resource around its writes. All run inside the transaction of the request. They are methods,
 * not functions in properties, because TypeScript then takes hooks of certain fields where those of any are expected:
 * the engine calls them with what it has parsed by these very fields.
 */
export interface Hooks<F extends Fields = Fields> {
  /** Before validation of fields: may rewrite the input (defaults, aliases). Returns the input to use. */
  prepare?(event: Omit<WriteEvent<F>, "values">): Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Rules across fields. Throws `ValidationError`, `PermissionDenied`, …; may add to `values`. */
  validate?(event: WriteEvent<F>): Promise<void> | void;
  /**
   * Creates may turn out to be about rows that are already there: answers for each of them that row, to be changed by
   * the values sent (`change`) or left as it is, or null where it is new. The answer is 201 with that object. The
   * objects of an array come together, before any of them is written, where they are `createTogether`, else alone.
   */
  findExisting?(events: readonly WriteEvent<F>[]): Promise<readonly (ExistingRow | null)[]>;
  /** Extra columns of the main table to write, beyond those of the fields. */
  columns?(event: WriteEvent<F>): Promise<Record<string, unknown>> | Record<string, unknown>;
  /** After the row and its links are written. */
  afterWrite?(event: AfterWriteEvent<F>): Promise<void> | void;
  /** `afterWrite` for new rows that were written together; without it they come one after the other. */
  afterCreateMany?(events: readonly AfterWriteEvent<F>[]): Promise<void>;
  /**
   * Which objects of an array a bulk update changes: answers, for each, whether it does; the others are passed over
   * as if they had not been sent. Throws what is wrong with the array as a whole.
   */
  selectForBulkUpdate?(
    context: CallerContext,
    changes: readonly BulkChange<F>[],
  ): Promise<readonly boolean[]> | readonly boolean[];
  /** May refuse a delete by throwing. */
  beforeDelete?(context: CallerContext, row: RowOf<F>): Promise<void> | void;
  /** After the row is gone. */
  afterDelete?(context: CallerContext, row: RowOf<F>): Promise<void> | void;
  /** Before rows are answered by list or retrieve, where reading them is itself worth recording. */
  beforeRead?(context: CallerContext, event: ReadEvent): Promise<void> | void;
}

/** What a hook sees of a read. */
export interface ReadEvent {
  readonly operation: "list" | "retrieve";
  /** The rows that are answered: a condition on the main table `t`. */
  readonly rows: RawBuilder<boolean>;
}

/** The request as an action sees it. */
export interface ActionRequest {
  /** Id or key in the path; undefined on collection actions. */
  readonly id: string | undefined;
  /** The object, found in the caller's scope; undefined on collection actions. */
  readonly row: Row | undefined;
  readonly body: unknown;
  readonly method: string;
  /** Path with query. */
  readonly url: string;
}

/** What an action answers: a status (200 when omitted) and a JSON body (empty when omitted). */
export interface ActionAnswer {
  readonly status?: number;
  readonly body?: Json;
}

/** An endpoint beside the standard verbs: `{path}/{name}/` or `{path}/{id}/{name}/`. */
export interface ResourceAction {
  /** Path segment(s), e.g. `password` or `password/reset`. */
  readonly name: string;
  readonly on: "collection" | "object";
  readonly methods: readonly ActionMethod[];
  readonly access: AccessRule;
  /** How the caller has to have confirmed lately who they are. */
  readonly confirm?: ConfirmLevel;
  readonly handle: (context: CallerContext, request: ActionRequest) => Promise<ActionAnswer>;
  /**
   * Whether an unsafe call leaves an entry in the operate log. An action on an object does by itself, unless its
   * handler has written a better one; one on a collection has to. Default true.
   */
  readonly audited?: boolean;
  /** Metadata by method. Default: the resource's own fields, read by GET and written by the others. */
  readonly fields?: Partial<Record<ActionMethod, Readonly<Record<string, Field>>>>;
  /** OPTIONS `name`. Default: the words of `name`. */
  readonly title?: string;
}

/** Methods of actions. */
export type ActionMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a link is a part of, by the names of the link's own fields. */
export interface LinkOwner {
  /** Kind of the owner. */
  readonly label: Message;
  /** Its table, which has an `org_id`. */
  readonly table: string;
  /** Fields with the owner's id and name. */
  readonly id: string;
  readonly name: string;
  /** Field of what is linked, and the field with its name. */
  readonly member: string;
  readonly memberName: string;
}

/**
 * How the search over everything finds objects and shows them, by names of fields. Contract:
 * docs/contract/conventions.md, "Search over everything".
 */
export interface FoundBy {
  /** Names an object. */
  readonly title: string;
  /** What tells apart objects of one title, in turn. */
  readonly subtitle: readonly string[];
  /** What else somebody has to know to act on the object. */
  readonly facts?: readonly string[];
  /**
   * For objects that pile up and matter most while they are new: the list's default order goes before the fit, and
   * terms too short for an index are looked for among so many of the first rows only.
   */
  readonly newest?: number;
  /** Over `t`: rows that go before others of the same fit. */
  readonly first?: RawBuilder<boolean>;
}

/** Columns of who made and last changed a row, and when. */
export type StampName = "created_by" | "updated_by" | "date_created" | "date_updated";

/**
 * A resource, declared once. From it follow the endpoints, OPTIONS metadata, validation, permission checks,
 * organization scope, search, filters, ordering, paging, field selection and the operate log.
 */
export interface ResourceDeclaration<F extends Fields = Fields> {
  /** Below `/api/v1/`, without slashes at the ends: `users/users`. */
  readonly path: string;
  /** Permission subject: codes are `{app}.{view|add|change|delete}_{model}`. */
  readonly app: string;
  readonly model: string;
  /** Name of one object: 404 texts and the operate log. */
  readonly label: Message;
  /**
   * Words of the OPTIONS `name`: `User` gives "User List" and "User Instance"; one that ends in "Api" stands alone.
   */
  readonly title: string;
  /** `organization`: rows carry `org_id`, reads and writes are bound to the current one. */
  readonly scope: "organization" | "global";
  /** Main table; it is `t` in every expression. */
  readonly table: string;
  /** Primary key column kind. Default uuid `id`. */
  readonly key?: {
    readonly kind: "uuid" | "integer" /** Also found by this unique column. */;
    readonly alias?: string;
  };
  /** Fields in the contract's order. `org_id` and `org_name` are added for organization scope. */
  readonly fields: F;
  /** Stamps that every write fills in though no field shows them; those of `stamps()` need no mention. */
  readonly stamped?: readonly StampName[];
  /** Metadata and JSON order: `grouped` puts booleans and then datetimes last (default), `declared` keeps the order. */
  readonly fieldOrder?: "grouped" | "declared";
  /** Field sets of `fields_size`. */
  readonly sizes?: { readonly mini?: readonly string[]; readonly small?: readonly string[] };
  /** Query parameters that narrow a list. Names that are fields too are announced as `filter` in the metadata. */
  readonly filters?: Readonly<Record<string, Filter>>;
  /** Columns (`t.name`) or text expressions matched by `search`, each term somewhere. */
  readonly search?: readonly string[];
  /**
   * Instead of `search`: a column (`t.search_text`) that holds the lower-case text of all that is searched, the parts
   * separated by line feeds. A trigram index serves terms with three letters of ASCII.
   */
  readonly searchText?: string;
  /**
   * Whether there is an index over `search_parts` of `searchText` as well, which serves terms in other scripts.
   * Default: there is not, and they are looked for in every row.
   */
  readonly hasSearchParts?: boolean;
  /**
   * Column (`t.datetime`) of the time of a log whose search indexes begin with the week (`week_of`): what is searched for
   * is looked up week by week then, from the newest on. Default: the indexes hold the text alone.
   */
  readonly searchedByWeekOf?: string;
  /**
   * How the search over everything finds these objects: whoever may list them, as the list itself does. Takes
   * `searchText`, whose first part is what an object is called. Default: it does not.
   */
  readonly found?: FoundBy;
  /**
   * Field names a list may be ordered by, and the default (`-` for descending). The names are announced as `order` in
   * the metadata unless `announced` is false.
   */
  readonly order: {
    readonly by: readonly string[];
    readonly default: readonly string[];
    /** The default where it depends on the request, e.g. on a setting; instead of `default` in lists. */
    readonly defaultFor?: (context: RequestContext) => Promise<readonly string[]>;
    readonly announced?: boolean;
  };
  /** Condition every row must meet beside the organization's. */
  readonly where?: (context: RequestContext) => RawBuilder<boolean> | null;
  /** What a caller is refused with for an object that is not found, in place of 404; null: nothing else. */
  readonly refusal?: (context: RequestContext) => ApiError | null;
  /** Whether unfiltered counts come from the maintained counters of the table (see `query/counts.ts`). */
  readonly counter?: {
    /** Value of the tracked partition column, when the table tracks one. */ readonly partition?: string;
  };
  /**
   * Number of rows, where it can be told in a cheaper way than by counting those that meet `where`; null: it cannot.
   * @param filter what the request adds; null: nothing
   */
  readonly count?: (context: RequestContext, filter: RawBuilder<boolean> | null) => Promise<number | null>;
  /**
   * Rows of a list that are kept outside the database, where the request asks for those; null: it does not. They are
   * those of the caller's organization that meet the query, in its order. Asked once the query is known to be a good one.
   */
  readonly outside?: (context: CallerContext) => Promise<OutsideRows | null>;
  /**
   * For lists that grow without end: most rows that are counted one by one. Where there are more, an estimate is told, so
   * that a page costs the same at any size; where something is searched for, a sample of the table decides how
   * (`query/log-search.ts`). Default: all are counted.
   */
  readonly countsUpTo?: number;
  /** Verbs answered; default all but suggestions. `bulk` = arrays on the list route and filtered delete. */
  readonly operations?: readonly Operation[];
  /** Whether an object may be created by `multipart/form-data` as well, for fields that are files. Default: not. */
  readonly takesForms?: boolean;
  /** Whether objects are changed by PATCH alone (`partial`). Default: by PUT too. */
  readonly updates?: "partial";
  /** Boolean column that marks a deleted row, which `where` leaves out, where other rows still name it. Default: rows go. */
  readonly deletedColumn?: string;
  /**
   * Methods of the list that the metadata describes although no people's calls are answered by them: components write
   * these objects, and clients of the contract read the fields from there.
   */
  readonly describedFor?: readonly ("POST" | "PUT" | "PATCH")[];
  /** Whether a route of the area's own changes an object: the metadata of the object describes what it takes. */
  readonly hasOwnUpdate?: boolean;
  /** Permission codes for verbs that differ from the default mapping. */
  readonly access?: Partial<Record<Operation, AccessRule>>;
  /** Verbs for which callers have to confirm who they are; see `access/confirmation.ts`. */
  readonly confirm?: Partial<Record<Operation, ConfirmLevel>>;
  /** Their events are typed by `fields`. */
  readonly hooks?: Hooks<NoInfer<F>>;
  readonly actions?: readonly ResourceAction[];
  /**
   * Constraints that are reported as a sentence at each of some fields (`{labels_name_key: ["name", "value"]}`), in
   * place of a list of messages at the field they are named after.
   */
  readonly uniqueTogether?: Readonly<Record<string, readonly string[]>>;
  /** Values for a row's name in the operate log; default column `name`. */
  readonly displayColumn?: string;
  /** Whether writes are recorded in the operate log. Default true. */
  readonly audited?: boolean;
  /** How the resource goes to files. */
  readonly files?: {
    /** Fields that are in no file. */
    readonly without?: readonly string[];
    /** Exports are encrypted with the caller's own password, and recorded in the operate log. Default false. */
    readonly protected?: boolean;
    /** Whether files can be looked into before they are imported (`render-to-json/`). Default true. */
    readonly previewed?: boolean;
  };
  /**
   * Whether the objects of one array may be written together: no hook looks at what others of the array wrote.
   * Default: unless there is a hook `findExisting` or `columns`.
   */
  readonly createTogether?: boolean;
  /**
   * Whether a bulk delete needs `spm`/`ids` (`global` default), any narrowing (`organization` default), or a query
   * that only `one` row meets.
   */
  readonly bulkDelete?: "narrowed" | "selected" | "one" | "refused";
  /** What a bulk delete that is not narrowed answers. Default 400 with an empty body. */
  readonly bulkDeleteRefusal?: { readonly code: string; readonly detail: Message };
  /**
   * Whether nothing is deleted in the view over all organizations, where nobody sees whose it is. Default: what
   * belongs to an organization.
   */
  readonly isRetainedInRoot?: boolean;
  /** Over `t`: the rows that are deleted there all the same, because they belong to no organization. */
  readonly deletedInRoot?: RawBuilder<boolean>;
  /** For a resource whose rows are links: the object that the operate log tells the change of. */
  readonly linkOf?: LinkOwner;
}

/**
 * Declares a resource. What hooks see is typed by `fields`; outside, all resources have one type. The declaration is
 * checked when it is registered.
 */
export function defineResource<F extends Fields>(declaration: ResourceDeclaration<F>): ResourceDeclaration;
export function defineResource(declaration: ResourceDeclaration): ResourceDeclaration {
  return declaration;
}

export type { Field, Fields, Row, RowOf, Values, WriteMode };
