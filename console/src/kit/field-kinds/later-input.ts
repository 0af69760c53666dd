import { type ComponentType, createElement, Suspense, use } from "react";
import type { FieldInputProps } from "./field-kind.ts";

type Input = ComponentType<FieldInputProps>;

/** An input that is not there from the start. */
interface Source {
  readonly load: () => Promise<{ readonly default: Input }>;
  loading?: Promise<Input>;
}

const sources = new WeakMap<Input, Source>();

/** Loads it once; answers the same promise each time, as React wants it. */
function loadOnce(source: Source): Promise<Input> {
  source.loading ??= source.load().then(
    (module) => module.default,
    (error: unknown) => {
      // Whoever tries again may succeed.
      delete source.loading;
      throw error;
    },
  );
  return source.loading;
}

function LoadedInput({ source, ...props }: FieldInputProps & { readonly source: Source }) {
  return createElement(use(loadOnce(source)), props);
}

/**
 * An input that is loaded when it is first needed. Forms load those they show before they draw anything (`loadInput`);
 * where one appears later, an empty line of the same height is shown until then.
 */
export function loadedLater(load: Source["load"]): Input {
  const source: Source = { load };
  const fallback = createElement("span", { className: "input-placeholder" });
  const later: Input = (props) =>
    createElement(Suspense, { fallback }, createElement(LoadedInput, { ...props, source }));
  sources.set(later, source);
  return later;
}

/** Loads an input; undefined where it is there from the start. The promise is the same each time. */
export function loadInput(input: Input): Promise<Input> | undefined {
  const source = sources.get(input);
  return source === undefined ? undefined : loadOnce(source);
}
