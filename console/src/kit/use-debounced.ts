import { useEffect, useState } from "react";

/**
 * A value once it has been the same for a while.
 *
 * @param delay milliseconds; 300 unless given
 */
export function useDebounced<Value>(value: Value, delay = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
