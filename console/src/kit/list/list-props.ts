import type { ComponentType, ReactNode } from "react";
import type { Query } from "../api/client.ts";
import type { ExportPlan } from "../export/export-plan.ts";
import type { FieldOverrides } from "../form/form-model.ts";
import type { ImportOptions } from "../import/import-plan.ts";
import type { Row } from "../metadata/types.ts";
import type { ResourceDescriptor } from "../resource.ts";
import type { ColumnPlan } from "./columns.ts";
import type { Action } from "./row-actions.tsx";
import type { FilterOverride } from "./search/filter-options.ts";

/** Hands to actions what they may need of the list. */
export interface ListHandle {
  /** Fetches the rows again and clears the selection. */
  reload(): Promise<void>;
}

/** The fields a person can set on all selected rows at once. */
export interface BulkUpdatePlan {
  readonly fields: readonly string[];
  readonly overrides?: FieldOverrides;
  /** Said above the fields. */
  readonly hint?: string;
}

/** What is said, and asked, before rows are deleted. */
export interface DeletionReview {
  /** Asks about one row, in place of the usual question; false: it stays. */
  readonly ask: (row: Row) => Promise<boolean>;
  /** Stands in the question about several. */
  readonly Note: ComponentType<{ readonly rows: readonly Row[] }>;
}

/** What is particular to the filters of a list; the metadata describes the rest. */
export interface FilterPlan {
  /** Fields that are not filtered by here. */
  readonly exclude?: readonly string[];
  /** Filters the area adds or says more about. */
  readonly more?: Readonly<Record<string, FilterOverride>>;
}

/** What is particular to the create button. */
export interface CreatePlan {
  readonly label?: string;
  /** Query of the create page, for example the chosen node. */
  readonly query?: string;
  /** What the button does in place of leading to the create page. */
  readonly run?: () => void;
}

/** What is particular to the bar above a list. */
export interface ToolbarPlan {
  /** More on the left. */
  readonly extra?: ReactNode;
  /** More tools on the right; inside, `useList()` knows query, selection and permissions. */
  readonly tools?: ReactNode;
  /** What is particular to its export; false for lists without. Every list has one unless told. */
  readonly exports?: ExportPlan | false;
  /** What is particular to its import; false for lists without. Lists that are a page of their own have one. */
  readonly imports?: ImportOptions | false;
}

/** What is particular to single rows: what can be done with them, and how they look. */
export interface RowPlan {
  /** Which of the built-in actions there are; all that have a screen or a permission unless given. */
  readonly builtIns?: readonly ("update" | "delete" | "duplicate")[];
  /** Where a row is changed and copied, when that depends on the row; the resource's own pages unless given. */
  readonly paths?: (row: Row) => { readonly update?: string; readonly duplicate?: string };
  readonly extras?: (row: Row, list: ListHandle) => readonly Action[];
  /** Whether this row may be changed at all. */
  readonly canChange?: (row: Row) => boolean;
  /** Whether this row may be deleted at all; as it may be changed unless given. */
  readonly canDelete?: (row: Row) => boolean;
  /** Whether this row may be selected; every one unless given. */
  readonly canSelect?: (row: Row) => boolean;
  readonly className?: (row: Row) => string;
  /** What a row tells when it is unfolded; rows have a handle for it then. */
  readonly details?: (row: Row) => ReactNode;
}

/** What can be done with the selected rows together. */
export interface BulkPlan {
  /** Together by a cached selection unless `each`; false for lists without. */
  readonly delete?: boolean | "each";
  /** Offers "Edit selected". */
  readonly update?: BulkUpdatePlan;
  /** Offers to activate and deactivate (`is_active`). */
  readonly activation?: boolean;
  /** Asked before rows are changed together, by update and activation; false: nothing is changed. */
  readonly review?: (rows: readonly Row[], changes: Row) => Promise<boolean>;
  readonly extras?: (rows: readonly Row[], list: ListHandle) => readonly Action[];
}

/** What a list shows; the part of {@link ResourceListProps} that needs no screen. */
export interface ListOptions {
  readonly resource: ResourceDescriptor;
  /** List URL when it differs from the resource's own. */
  readonly url?: string;
  readonly columns: ColumnPlan;
  /** Name the column choice is remembered under; screen and URL unless given. */
  readonly name?: string;
  /** Fixed query of every request. */
  readonly query?: Query;
  /** Query of the rows that are shown alone, for example which fields they need not have; files and bulk actions go without. */
  readonly rowQuery?: Query;
  /** Order when none is chosen. */
  readonly defaultOrder?: string;
  /** The address holds page, order and filters; false for lists inside another page. */
  readonly inAddress?: boolean;
  readonly filters?: FilterPlan;
  /** Offers a range of dates; the last seven days at first. */
  readonly dated?: boolean;
  /** Fields needed of rows chosen by "select all", besides those that name them. */
  readonly selectionFields?: readonly string[];
  /** Milliseconds between silent refreshes, for lists that change by themselves. */
  readonly refreshEvery?: number;
}

/** A list: what it shows, and what is particular to each of its parts. A part that is not told of is the usual one. */
export interface ResourceListProps extends ListOptions {
  /** Accessible name of the table. */
  readonly label: string;
  /** null for lists without a create button. */
  readonly create?: CreatePlan | null;
  readonly toolbar?: ToolbarPlan;
  readonly rows?: RowPlan;
  readonly bulk?: BulkPlan;
  /** What is particular to the questions before deleting, one row or several. */
  readonly deletion?: DeletionReview;
  /**
   * Said where there are no rows at all: what this list is for, and how something gets into it. The create button
   * stands below by itself.
   */
  readonly emptyHint: string;
  /** The next act where the list is empty, for lists without a create button; nothing for who may not do it. */
  readonly emptyAction?: ReactNode;
}
