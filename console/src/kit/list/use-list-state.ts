import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { FIRST_STATE, type ListState, readListState, writeListState } from "./list-state.ts";

/** Changes the state; `silently` leaves no step for the back button. */
export type ChangeListState = (change: Partial<ListState>, silently?: boolean) => void;

/**
 * The state of a list, in the address or, for lists inside another page, in memory.
 *
 * @param filterable names of the field filters
 * @param inAddress whether the address holds it
 */
export function useListState(
  filterable: ReadonlySet<string>,
  inAddress: boolean,
): readonly [ListState, ChangeListState] {
  const [address, setAddress] = useSearchParams();
  const [memory, setMemory] = useState(FIRST_STATE);
  const fromAddress = useMemo(() => readListState(address, filterable), [address, filterable]);
  const update = useCallback<ChangeListState>(
    (change, silently = false) => {
      if (!inAddress) setMemory((before) => ({ ...before, ...change }));
      else
        setAddress(
          (before) => writeListState(before, { ...readListState(before, filterable), ...change }, filterable),
          { replace: silently, preventScrollReset: true },
        );
    },
    [inAddress, filterable, setAddress],
  );
  return [inAddress ? fromAddress : memory, update];
}
