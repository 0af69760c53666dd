import ts from "typescript";
import { columnsOfSql, commonTableNamesOfSql, tablesOfSql } from "./sql-tables.mjs";

/**
 * Where a TypeScript file names tables: in SQL it writes as text, in calls of the query builder, in declarations
 * (`table: "users"`), and where it hands a table's name to a function (a parameter called `table`).
 *
 * @typedef {object} Mention
 * @property {string} name of the table, or of the exported value that stands for it
 * @property {"read" | "write" | "hide" | "publish"} kind `hide`: a `with` gives the name to something else; `publish`:
 *   the table is made readable for others
 * @property {boolean} isValue whether `name` is an identifier of TypeScript instead of a table
 * @property {number} line
 * @property {readonly string[]} columns those that SQL reads of it by its alias; of `publish` the promised ones
 * @property {string} value of `publish` the name it is exported by
 */

const reading = new Set("selectFrom from using innerJoin leftJoin rightJoin fullJoin crossJoin".split(" "));
const writing = new Set("insertInto updateTable deleteFrom mergeInto replaceInto".split(" "));
const readOperations = new Set(["list", "retrieve", "suggest"]);
const statement = /^\s*(select|insert\s+into|update|delete\s+from|with|truncate|lock\s+table|copy)\b/i;

/**
 * @param {string} path
 * @param {string} text
 * @returns {Mention[]}
 */
export function tableMentions(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Mention[]} */
  const mentions = [];
  const add = (at, name, kind, { isValue = false, columns = [], value = "" } = {}) => {
    const line = source.getLineAndCharacterOfPosition(at).line + 1;
    mentions.push({ name, kind, isValue, line, columns, value });
  };
  const taking = functionsTakingTables(source);
  const visit = (node) => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) visitText(node, add);
    else if (ts.isCallExpression(node)) visitCall(node, add, taking);
    else if (ts.isPropertyAssignment(node) && node.name.getText(source) === "table")
      visitDeclaration(node, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mentions;
}

/** SQL as text: behind `sql`, in `sql.raw`, or whatever begins as a statement does. */
function visitText(node, add) {
  const text = sqlOf(node);
  if (!isSql(node) && !statement.test(text)) return;
  const start = node.getStart() + 1;
  for (const name of commonTableNamesOfSql(text)) add(start, name, "hide");
  const columns = columnsOfSql(text);
  const uses = tablesOfSql(text);
  for (const { table, kind, at, alias, isCommon } of uses) {
    if (isCommon) continue;
    // One alias for several tables of a statement: whose a column is cannot be told.
    const isOne = uses.filter((use) => use.alias === alias).length === 1;
    const own = isOne ? columns.filter((column) => column.alias === alias).map(({ column }) => column) : [];
    if (!ts.isTemplateExpression(node) || !/^\$\d/.test(table)) {
      add(start + at, table, kind, { columns: own });
      continue;
    }
    const { expression } = node.templateSpans[Number(table.slice(1))];
    if (ts.isIdentifier(expression)) add(start + at, expression.text, kind, { isValue: true, columns: own });
    for (const literal of namedTables(expression)) add(literal.at, literal.name, kind);
  }
}

/** The text between the quotes, as long as in the file: what is put into a template becomes `$0`, `$1` … and blanks. */
function sqlOf(node) {
  const text = node.getText().slice(1, -1);
  if (!ts.isTemplateExpression(node)) return text;
  const start = node.getStart() + 1;
  let sql = "";
  let at = 0;
  for (const [index, { expression, literal }] of node.templateSpans.entries()) {
    const opening = text.lastIndexOf("${", expression.getStart() - start);
    const closing = literal.getStart() + 1 - start;
    sql += text.slice(at, opening) + `$${index}`.padEnd(closing - opening);
    at = closing;
  }
  return sql + text.slice(at);
}

function isSql(node) {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent)) return parent.tag.getText() === "sql";
  return ts.isCallExpression(parent) && parent.expression.getText() === "sql.raw";
}

/** `sql.table("users")` instead of a table name: operations count for that table. */
const namedTables = (expression) => (isNaming(expression) ? literalsOf(expression.arguments[0]) : []);

const isNaming = (node) => ts.isCallExpression(node) && /^sql\.(table|id)$/.test(node.expression.getText());

function visitCall(node, add, taking) {
  const { expression } = node;
  if (isNaming(node)) {
    for (const { at, name } of literalsOf(node.arguments[0])) add(at, name, "read");
  } else if (ts.isPropertyAccessExpression(expression)) {
    const method = expression.name.text;
    const kind = writing.has(method) ? "write" : reading.has(method) ? "read" : undefined;
    if (kind === undefined) return;
    for (const { at, name } of literalsOf(node.arguments[0])) add(at, name, kind);
  } else if (ts.isIdentifier(expression)) {
    const index = taking.get(expression.text);
    if (expression.text === "readableTable") visitPublication(node, add);
    else if (index !== undefined)
      for (const { at, name } of literalsOf(node.arguments[index])) add(at, name, "read");
  }
}

/** `export const usersTable = readableTable("users", ["id", …])`. */
function visitPublication(node, add) {
  const [table, promised] = node.arguments;
  const columns = promised === undefined ? [] : literalsOf(promised).map(({ name }) => name);
  const value = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "";
  for (const { at, name } of literalsOf(table)) add(at, name, "publish", { columns, value });
}

/** `table: "users"` of a relation is read; that of a resource is written as well, unless it can only be looked at. */
function visitDeclaration(node, add) {
  const properties = new Map(
    node.parent.properties
      .filter(ts.isPropertyAssignment)
      .map((one) => [one.name.getText(), one.initializer]),
  );
  const isResource = properties.has("path") && properties.has("fields");
  const operations = properties.get("operations");
  const isReadOnly =
    operations !== undefined && literalsOf(operations).every(({ name }) => readOperations.has(name));
  const kind = isResource && !isReadOnly ? "write" : "read";
  const { initializer } = node;
  for (const { at, name } of literalsOf(initializer)) add(at, name, kind);
  const isName = ts.isPropertyAccessExpression(initializer) && initializer.name.text === "name";
  if (isName && ts.isIdentifier(initializer.expression))
    add(initializer.getStart(), initializer.expression.text, kind, { isValue: true });
}

/** Functions of a file with a parameter `table`, and which one it is. */
function functionsTakingTables(source) {
  const found = new Map();
  const note = (name, { parameters }) => {
    const index = parameters.findIndex((parameter) => parameter.name.getText() === "table");
    if (index >= 0) found.set(name, index);
  };
  const visit = (node) => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) note(node.name.text, node);
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      note(node.name.getText(), node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The texts of a literal, a list of them or a choice between them: of `"users as u"` it is `users`. */
function literalsOf(node) {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [{ at: node.getStart() + 1, name: node.text.split(" ")[0] }];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsOf);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  return [];
}
