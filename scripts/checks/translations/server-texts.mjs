import ts from "typescript";
import { readText, repositoryFiles } from "../repository-files.mjs";

const sources = /^server\/src\/(?!.*(\.test\.ts$|\/testing\/)).*\.ts$/;

/**
 * Texts of the server, read from the `catalogue("area", { name: [en, zh, ja] })` calls in its sources.
 *
 * @returns {{texts: {at: string, en?: string, zh?: string, ja?: string}[], problems: string[]}}
 */
export function serverTexts() {
  const texts = [];
  const problems = [];
  const seen = new Map();
  for (const path of repositoryFiles(sources)) {
    const content = readText(path);
    if (!content.includes("catalogue(")) continue;
    const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
    const found = [];
    visit(source, (call) => readCatalogue(call, path, found, problems));
    for (const { key, at, entry } of found) {
      if (seen.has(key)) problems.push(`${at}: the key is also used at ${seen.get(key)}`);
      seen.set(key, at);
      const [en, zh, ja] = entry;
      texts.push({ at: `${at} ${key}`, en, zh, ja });
    }
  }
  return { texts, problems };
}

function visit(node, onCatalogue) {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "catalogue") {
    onCatalogue(node);
  }
  ts.forEachChild(node, (child) => visit(child, onCatalogue));
}

function readCatalogue(call, path, found, problems) {
  const [area, entries] = call.arguments;
  const at = (node) =>
    `${path}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  if (area === undefined || entries === undefined || !ts.isObjectLiteralExpression(entries)) {
    problems.push(`${at(call)}: a catalogue is written as catalogue("area", { name: [en, zh, ja] })`);
    return;
  }
  for (const property of entries.properties) {
    const initializer = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    const entry =
      initializer !== undefined && ts.isArrayLiteralExpression(initializer)
        ? initializer.elements.map(literal)
        : [undefined];
    if (entry.some((text) => text === undefined)) {
      problems.push(`${at(property)}: the texts of a catalogue are written out as [en, zh, ja]`);
    } else found.push({ key: `${literal(area)}.${property.name.text}`, at: at(property), entry });
  }
}

function literal(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [literal(node.left), literal(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}
