import type { ReactNode } from "react";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { FilterPlan } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { omitUndefined } from "../../kit/omit-undefined.ts";
import { Page } from "../../kit/page.tsx";
import type { ResourceDescriptor } from "../../kit/resource.ts";

const NO_ACTIONS: readonly [] = [];
const FILTERS: FilterPlan = { exclude: ["id"] };
const nothing = (): readonly Action[] => [];

interface LogListProps {
  readonly resource: ResourceDescriptor;
  readonly title: string;
  readonly help: string;
  readonly columns: ColumnPlan;
  readonly emptyHint: string;
  readonly actions?: (row: Row) => readonly Action[];
  /** More above it, on the left. */
  readonly extra?: ReactNode;
  /** Default: by when it happened, newest first. */
  readonly order?: string;
  /** Milliseconds between silent refreshes; for rows that change by themselves. */
  readonly refreshEvery?: number;
  /** What is particular to its filters. */
  readonly filters?: FilterPlan;
}

/** A log of the product: newest first, the last week at first, nothing to change. */
export function LogList({ resource, title, help, columns, emptyHint, ...more }: LogListProps) {
  const { actions = nothing, filters = FILTERS, order = "-datetime", refreshEvery } = more;
  return (
    <Page title={title} help={help}>
      <ResourceList
        resource={resource}
        label={title}
        columns={columns}
        defaultOrder={order}
        {...omitUndefined({ refreshEvery })}
        filters={filters}
        create={null}
        bulk={{ delete: false }}
        toolbar={{ imports: false, extra: more.extra }}
        rows={{ builtIns: NO_ACTIONS, extras: actions }}
        emptyHint={emptyHint}
        dated
      />
    </Page>
  );
}
