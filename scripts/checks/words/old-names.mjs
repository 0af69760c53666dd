import ts from "typescript";

/** Words of an identifier or a file name, in small letters: `takeTry` and `take-try` are both take, try. */
const wordsOf = (name) =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());

const sameWord = (found, old) => found === old || found === `${old}s` || found === `${old}es`;

/**
 * Whether a name is an old one. The words of the old name are in it one after the other, the last perhaps in the
 * plural; an old name written with parentheses, `a()`, is refused as the whole name alone.
 */
export function holdsName(name, old) {
  if (old.endsWith("()")) return name === old.slice(0, -2);
  const [words, wanted] = [wordsOf(name), wordsOf(old)];
  return words.some((_, start) =>
    wanted.every((word, index) => {
      const found = words[start + index];
      if (found === undefined) return false;
      return index === wanted.length - 1 ? sameWord(found, word) : found === word;
    }),
  );
}

/** Whether a text can hold an old name: few files do, and only these are read as code. */
function canHold(content, { name }) {
  const parts = name.split(".").map((part) => new RegExp(wordsOf(part).join("[-_]?"), "i"));
  return parts.every((part) => part.test(content));
}

/**
 * Where old names stand as identifiers in a source file or in its path. Comments, strings and texts are not looked at.
 *
 * @param {string} path
 * @param {string} content
 * @param {readonly import("./glossary.mjs").OldName[]} oldNames
 * @returns {string[]}
 */
export function findOldNames(path, content, oldNames) {
  const here = oldNames.filter(
    ({ folders }) => folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`)),
  );
  const inPath = here.filter(({ name }) => !name.includes(".") && holdsName(path, name));
  const problems = inPath.map(({ name, term }) => `${path}: "${name}" is called "${term}"`);
  const possible = here.filter((old) => canHold(content, old));
  if (possible.length === 0 || !/\.(tsx?|mjs|cjs)$/.test(path)) return problems;
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const old = possible.find(({ name }) =>
        name.includes(".") ? isProperty(node, name) : holdsName(node.text, name),
      );
      if (old !== undefined) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        problems.push(`${path}:${line}: "${node.text}": "${old.name}" is called "${old.term}"`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** Whether an identifier names the property `b` of the object in a property `a`, for `a.b`. */
function isProperty(node, dotted) {
  const [owner, property] = dotted.split(".");
  const member = node.parent;
  if (node.text !== property || member?.name !== node) return false;
  const holder = member.parent?.parent;
  return (
    ts.isObjectLiteralExpression(member.parent) &&
    (ts.isPropertyAssignment(holder) || ts.isVariableDeclaration(holder)) &&
    holder.name.getText() === owner
  );
}
