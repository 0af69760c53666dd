import { useQuery } from "@tanstack/react-query";
import { objectQuery } from "../../../kit/api/resources.ts";
import { listed } from "../../../kit/metadata/labelled.ts";
import type { Choice } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";

/** Every way of connecting there is, on every system. */
const METHODS_URL = "/api/v1/terminal/components/connect-methods/?flat=1&limit=10&os=all";

/** The ways of connecting with their names. */
export const useMethods = () => useQuery(objectQuery<readonly Choice[]>(METHODS_URL)).data;

/** The ways of connecting that a rule is about, by name; one that is not offered now by its code. */
export function MethodNames({ methods }: { readonly methods: unknown }) {
  const known = useMethods() ?? [];
  const codes = Array.isArray(methods) ? methods.map(valueText) : [];
  return listed(codes.map((code) => known.find(({ value }) => value === code)?.label ?? code));
}
