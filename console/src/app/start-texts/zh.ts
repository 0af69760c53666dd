import list from "../../kit/list/texts/zh.ts";
import kit from "../../kit/texts/zh.ts";
import shell from "../../shell/texts/zh.ts";

// The query makes a module of its own, of which the bundler keeps the titles alone.
const titles = import.meta.glob<Record<string, string>>("../../areas/*/texts/zh.ts", {
  eager: true,
  import: "titles",
  query: "?titles",
});

export default { ...kit, ...list, ...shell, routes: Object.assign({}, ...Object.values(titles)) };
