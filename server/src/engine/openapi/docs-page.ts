import { type Html, html } from "../http/html.ts";
import { type Language, type Message, translate } from "../i18n/messages.ts";
import { isObject } from "../json.ts";
import type { OpenApiDocument } from "./document.ts";
import type { JsonSchema } from "./field-schema.ts";
import { text } from "./texts.ts";

const methods = ["get", "post", "put", "patch", "delete"];

const tags: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans", ja: "ja" };

/** Looks up `#/components/…`. */
function resolve(document: OpenApiDocument, value: unknown): JsonSchema {
  const found = isObject(value) ? value : {};
  const { $ref } = found;
  if (typeof $ref !== "string") return found;
  const [, , kind = "", name = ""] = $ref.split("/");
  const shared = document.components[kind]?.[name];
  return isObject(shared) ? shared : {};
}

/** The last word of a reference, or the type, of a schema. */
function nameOf(schema: JsonSchema): string {
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "";
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map((one) => nameOf(one)))].join(" | ");
  if (schema.type === "array") return `${nameOf(isObject(schema.items) ? schema.items : {})}[]`;
  return Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type ?? "any");
}

function fieldRows(schema: JsonSchema, say: (message: Message) => string): Html[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).map(([name, own]) => {
    const field = isObject(own) ? own : {};
    const description = typeof field.description === "string" ? field.description : "";
    return html`<tr><td><code>${name}</code>${required.has(name) ? html` <em>${say(text.required)}</em>` : null}</td>
<td><code>${nameOf(field)}</code></td><td>${String(field.title ?? "")}${description === "" ? null : html` — ${description}`}</td></tr>`;
  });
}

/** The object behind a body: itself, or the first of the shapes it may have that is one. */
function objectBehind(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const found = resolve(document, schema);
  if (isObject(found.properties)) return found;
  const shapes = Array.isArray(found.anyOf) ? found.anyOf : found.type === "array" ? [found.items] : [];
  const objects = shapes.map((shape) => objectBehind(document, isObject(shape) ? shape : {}));
  return objects.find(({ properties }) => isObject(properties)) ?? {};
}

function schemaOf(content: unknown): JsonSchema {
  const json = isObject(content) ? content["application/json"] : undefined;
  return isObject(json) && isObject(json.schema) ? json.schema : {};
}

function renderOperation(
  document: OpenApiDocument,
  [path, method, operation]: readonly [string, string, JsonSchema],
  say: (message: Message) => string,
): Html {
  const parameters = (operation.parameters as unknown[]).map((one) => resolve(document, one));
  const body = isObject(operation.requestBody) ? schemaOf(operation.requestBody.content) : {};
  const fields = fieldRows(objectBehind(document, body), say);
  const answers = Object.entries(operation.responses as Record<string, unknown>).map(([status, one]) => {
    const answer = resolve(document, one);
    return html`<li><code>${status}</code> ${String(answer.description ?? "")} <code>${nameOf(schemaOf(answer.content))}</code></li>`;
  });
  const rows = parameters.map(
    (one) => html`<tr><td><code>${String(one.name)}</code></td><td>${String(one.in)}</td>
<td>${String(one.description ?? "")}</td></tr>`,
  );
  return html`<details id="${String(operation.operationId)}"><summary><span class="method ${method}">${method.toUpperCase()}</span>
<code>${path}</code> <span>${String(operation.summary)}</span></summary>
<p>${String(operation.description)}</p>
${rows.length === 0 ? null : html`<h4>${say(text.parameters)}</h4><table>${rows}</table>`}
${fields.length === 0 ? null : html`<h4>${say(text.body)}</h4><table>${fields}</table>`}
<h4>${say(text.answers)}</h4><ul>${answers}</ul></details>`;
}

/** The document as a page: one app at a time, without any script. */
export function renderApiPage(
  document: OpenApiDocument,
  wanted: string | undefined,
  language: Language,
): string {
  const say = (message: Message): string => translate(message, language);
  const names = document.tags.map(({ name }) => name);
  const tag = names.find((name) => name === wanted) ?? names[0] ?? "";
  const shown = Object.entries(document.paths).flatMap(([path, at]) =>
    methods.flatMap((method) => {
      const operation = at[method];
      return operation !== undefined && (operation.tags as string[]).includes(tag)
        ? [[path, method, operation] as const]
        : [];
    }),
  );
  return html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${say(text.title)}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/core/theme/pages.css">
<link rel="stylesheet" href="/static/api-docs/api-docs.css">
</head>
<body>
<header><h1>${say(text.title)}</h1><p>${say(text.intro)} <a href="/api/swagger.json">JSON</a> · <a href="/api/swagger.yaml">YAML</a> · <a href="/ui/">${say(text.toConsole)}</a></p>
<nav>${names.map((name) => (name === tag ? html`<strong aria-current="page">${name}</strong>` : html`<a href="?app=${name}">${name}</a>`))}</nav></header>
<main>${shown.map((one) => renderOperation(document, one, say))}</main>
</body>
</html>
`.html;
}
