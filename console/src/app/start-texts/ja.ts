import list from "../../kit/list/texts/ja.ts";
import kit from "../../kit/texts/ja.ts";
import shell from "../../shell/texts/ja.ts";

// The query makes a module of its own, of which the bundler keeps the titles alone.
const titles = import.meta.glob<Record<string, string>>("../../areas/*/texts/ja.ts", {
  eager: true,
  import: "titles",
  query: "?titles",
});

export default { ...kit, ...list, ...shell, routes: Object.assign({}, ...Object.values(titles)) };
