import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { type ListState, readListState, writeListState } from "./list-state.ts";

/**
 * The state of a list, in the address or, for lists inside another page, in memory.
 *
 * @param filterable names of the field filters
 * @param inAddress whether the address holds it
 */
export function useListState(
  filterable: ReadonlySet<string>,
  inAddress: boolean,
): readonly [ListState, (change: Partial<ListState>) => void] {
  const [address, setAddress] = useSearchParams();
  const [memory, setMemory] = useState<ListState>({ page: 1, order: "", search: "", filters: {} });
  const fromAddress = useMemo(() => readListState(address, filterable), [address, filterable]);
  const state = inAddress ? fromAddress : memory;
  const update = useCallback(
    (change: Partial<ListState>) => {
      if (!inAddress) setMemory((before) => ({ ...before, ...change }));
      else
        setAddress((before) =>
          writeListState(before, { ...readListState(before, filterable), ...change }, filterable),
        );
    },
    [inAddress, filterable, setAddress],
  );
  return [state, update];
}
