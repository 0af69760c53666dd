const notBuilt = /^## Not built$/m;
const evidence = /`([\w./-]+\.test\.tsx?|e2e\/[\w./-]+\.ts)`((?:(?:: |, )"[^"]+")*)|\bpage `(\/[^`]+)`/g;

/**
 * What of a list of requirements is not so: a test file or title that is gone, a page without a screen, a line that
 * nothing shows, and a page under "Not built" that has a screen.
 *
 * @param {string} list the page, in Markdown
 * @param {{ tests: ReadonlyMap<string, () => string>, routes: ReadonlyMap<string, boolean> }} there
 * @returns {string[]}
 */
export function findStaleCoverage(list, { tests, routes }) {
  const [built, missing] = list.split(notBuilt);
  if (missing === undefined) return ['has no section "Not built"'];
  return [
    ...rows(built).flatMap((row) => {
      const shown = [...row.matchAll(evidence)];
      if (shown.length === 0) return [`nothing shows: ${row}`];
      return shown.flatMap(([, file, titles, page]) =>
        file === undefined ? stalePage(page, routes) : staleTest(file, titles, tests),
      );
    }),
    ...rows(missing).flatMap((row) =>
      [...row.matchAll(evidence)].flatMap(([, , , page]) => {
        if (page === undefined) return [];
        if (!routes.has(page)) return [`names the page ${page}, which no area declares`];
        return routes.get(page) ? [`says the page ${page} is not built; it has a screen`] : [];
      }),
    ),
  ];
}

/** The lines of tables, without their heads. */
const rows = (part) =>
  part.split("\n").filter((line, index, all) => {
    if (!line.startsWith("|") || /^\|[\s|:-]+\|$/.test(line)) return false;
    return !/^\|[\s|:-]+\|$/.test(all[index + 1] ?? "");
  });

const stalePage = (page, routes) =>
  routes.get(page) === true ? [] : [`names the page ${page}, which has no screen`];

function staleTest(file, titles, tests) {
  const text = tests.get(file)?.();
  if (text === undefined) return [`names ${file}, which does not exist`];
  return [...titles.matchAll(/"([^"]+)"/g)]
    .filter(([, title]) => !['"', "'", "`"].some((quote) => text.includes(`${quote}${title}${quote}`)))
    .map(([, title]) => `names the test "${title}" of ${file}, which is not there`);
}
