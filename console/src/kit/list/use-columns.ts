import { useMemo, useState } from "react";
import type { FieldMap } from "../metadata/types.ts";
import { availableColumns, type Column, type ColumnPlan, lockedColumns, visibleColumns } from "./columns.ts";
import { storeColumns, storedColumns } from "./table-config.ts";

/** The columns of a list and the choice among them. */
export interface ColumnChoice {
  readonly all: readonly Column[];
  readonly visible: readonly Column[];
  /** Names that cannot be hidden. */
  readonly locked: readonly string[];
  /** Chooses and remembers; undefined returns to the defaults. */
  readonly choose: (names: readonly string[] | undefined) => void;
}

/**
 * Columns from the metadata, as the person last chose them.
 *
 * @param name name the choice is remembered under
 */
export function useColumns(fields: FieldMap, plan: ColumnPlan, name: string): ColumnChoice {
  const [chosen, setChosen] = useState(() => ({ name, names: storedColumns(name) }));
  const current = chosen.name === name ? chosen.names : storedColumns(name);
  const all = useMemo(() => availableColumns(fields, plan), [fields, plan]);
  const visible = useMemo(() => visibleColumns(all, plan, current), [all, plan, current]);
  return {
    all,
    visible,
    locked: lockedColumns(plan),
    choose: (names) => {
      storeColumns(name, names);
      setChosen({ name, names });
    },
  };
}
