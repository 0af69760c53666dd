import { createCache } from "@ant-design/cssinjs";

/** How the component library names what it keeps of the styles of its components, as opposed to a theme's variables. */
const STYLES = "style%";

/**
 * The component library's memory of the styles it has made, which forgets nothing. Its own forgets a component's style
 * with the last instance on the page and makes it again for the next: a sixth of a change of pages. Styles refer to
 * the theme by variables, so one of each component is all there will be.
 */
export function lastingStyleCache(): ReturnType<typeof createCache> {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (path, change) =>
    update(path, (known) => change(known) ?? (path.startsWith(STYLES) && known ? [0, known[1]] : null));
  return cache;
}
