/** Things that are loaded by their names, each once, before the runner gives up the right to read its own code. */
export interface LoadedByName<Thing> {
  /**
   * Loads things; names that there is nothing for are left out.
   *
   * @param names unset: all there are
   */
  load(names?: readonly string[]): Promise<void>;
  /** One that was loaded. */
  get(name: string): Thing | undefined;
}

/** Loads only what is asked for: what each thing needs comes with it. */
export function loadedByName<Thing>(
  loaders: Readonly<Record<string, () => Promise<Thing>>>,
): LoadedByName<Thing> {
  const loaded = new Map<string, Thing>();
  return {
    async load(names = Object.keys(loaders)) {
      for (const name of names) {
        const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
        if (load !== undefined && !loaded.has(name)) loaded.set(name, await load());
      }
    },
    get: (name) => loaded.get(name),
  };
}
