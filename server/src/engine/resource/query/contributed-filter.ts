import { custom, type Filter } from "./filters.ts";

/** How a list is narrowed by what an area above it knows. */
export interface ContributedFilter {
  /** The table of the list, `t` in the condition. */
  readonly table: string;
  /** The query parameter, which the list declares with {@link contributed}. */
  readonly name: string;
  readonly condition: Filter["condition"];
}

declare module "../../extensions.ts" {
  interface ExtensionPoints {
    listFilters: ContributedFilter;
  }
}

/** A filter that an area above answers; without such an area it narrows nothing. */
export function contributed(table: string, name: string): Filter {
  return custom((value, context) => {
    const found = context.services.extensions
      .of("listFilters")
      .find((one) => one.table === table && one.name === name);
    return found === undefined ? null : found.condition(value, context);
  });
}
