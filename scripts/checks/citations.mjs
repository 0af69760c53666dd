import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readText, repositoryFiles } from "./repository-files.mjs";
import { repository } from "./run-tool.mjs";

const code = /^(contract|server|console|e2e|bench|docs)\/.*\.(ts|tsx|mjs|css|sql|md)$/;
const citation = /docs\/contract\/([a-z-]+\.md)(?:,? (?:"([^"]+)"|section (\d+)))?/g;
const link = /\]\((?!https?:|#)([^)#\s]+)/g;

/** What comments and pages refer to is there: contract pages and their sections, linked files, pictures. */
export default {
  name: "citations",
  run() {
    return repositoryFiles(/\.(ts|tsx|mjs|css|sql|md)$/).flatMap((path) => [
      ...(code.test(path) ? citations(path) : []),
      ...(path.endsWith(".md") ? links(path) : []),
    ]);
  },
};

function citations(path) {
  // A citation may be broken over two lines of a comment.
  const text = readText(path).replace(/\n\s*(\*|\/\/|--)?\s*/g, " ");
  const problems = [...text.matchAll(citation)].flatMap(([cited, page, title, section]) => {
    const file = `docs/contract/${page}`;
    if (!existsSync(join(repository, file))) return [`${path}: cites ${file}, which does not exist`];
    const wanted =
      title === undefined
        ? section === undefined
          ? null
          : new RegExp(`^#+ ${section}\\b`, "m")
        : heading(title);
    return wanted === null || wanted.test(readText(file))
      ? []
      : [`${path}: cites ${cited}; there is no such section`];
  });
  if (/docs\/contract(?![/\w])(?!\.md)/.test(text) && !path.endsWith(".md"))
    problems.push(`${path}: cites docs/contract without naming a page`);
  return problems;
}

function heading(title) {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^#+ (\\d+[.:]? )?${literal}\\s*$`, "m");
}

function links(path) {
  return [...readText(path).matchAll(link)].flatMap(([, target]) =>
    existsSync(join(repository, dirname(path), target))
      ? []
      : [`${path}: links to ${target}, which does not exist`],
  );
}
