import type { FieldMap } from "../kit/metadata/types.ts";
import type { Answer } from "./answer.ts";
import { dialogAnswer } from "./fake-dialogs.ts";

/** Things the gallery's lists hold; enough for several pages. */
const PEOPLE = Array.from({ length: 137 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  name: `Person ${index + 1}`,
  username: `person-${index + 1}`,
  is_active: index % 5 !== 0,
}));
const LABELS = ["env:prod", "env:test", "team:database", "team:network"].map((text, index) => {
  const [name, value] = text.split(":");
  return { id: `label-${index}`, name, value };
});

/** The fields of the gallery's form: a text, a choice, a nested object, rows, a list. */
export const THING_FIELDS: FieldMap = {
  name: { type: "string", required: true, read_only: false, label: "Name", max_length: 64 },
  kind: {
    type: "labeled_choice",
    label: "Kind",
    default: "small",
    choices: [
      { value: "small", label: "Small" },
      { value: "large", label: "Large" },
    ],
  },
  password: { type: "string", write_only: true, read_only: false, label: "Password" },
  rules: {
    type: "nested object",
    label: "Rules",
    children: {
      ip_group: { type: "list", label: "IP", default: ["*"], child: { type: "string" } },
      limit: { type: "integer", label: "Limit", required: true, default: 5, min_value: 1 },
    },
  },
  parts: {
    type: "field",
    label: "Parts",
    child: {
      type: "nested object",
      children: {
        id: { type: "string", read_only: false },
        title: { type: "string", required: true, read_only: false, label: "Title", max_length: 20 },
        amount: { type: "integer", label: "Amount", default: 1 },
      },
    },
  },
  comment: { type: "string", read_only: false, label: "Comment" },
};

const PROTOCOL_SETTING: FieldMap = {
  primary: { type: "boolean", label: "Primary" },
  required: { type: "boolean", label: "Required" },
  default: { type: "boolean", label: "Default" },
  public: { type: "boolean", label: "Public" },
  setting: {
    type: "nested object",
    label: "Setting",
    children: {
      autofill: {
        type: "choice",
        label: "Autofill",
        default: "basic",
        choices: [
          { value: "no", label: "No" },
          { value: "basic", label: "Basic" },
          { value: "script", label: "Script" },
        ],
      },
      username_selector: { type: "string", label: "Username selector", max_length: 100 },
      script: { type: "json", label: "Script", default: [] },
    },
  },
};

function page(rows: readonly Record<string, unknown>[], query: URLSearchParams): Answer {
  const search = (query.get("search") ?? "").toLowerCase();
  const ids: readonly unknown[] | undefined = selections.get(query.get("spm") ?? "");
  const found = rows.filter(
    (row) =>
      JSON.stringify(Object.values(row)).toLowerCase().includes(search) &&
      (ids === undefined || ids.includes(row.id)),
  );
  const offset = Number(query.get("offset") ?? 0);
  const results = found.slice(offset, offset + Number(query.get("limit") ?? 15));
  return { status: 200, body: { count: found.length, next: null, previous: null, results } };
}

const selections = new Map<string, readonly unknown[]>();

function metadata(fields: FieldMap): Answer {
  return { status: 200, body: { actions: { GET: fields, POST: fields, PUT: fields } } };
}

/** The fields of the gallery's people. */
const PERSON_FIELDS: FieldMap = {
  id: { type: "string", label: "Number", read_only: true },
  name: { type: "string", required: true, read_only: false, label: "Name", order: true, max_length: 64 },
  username: { type: "string", required: true, read_only: false, label: "Username", filter: true },
  is_active: { type: "boolean", read_only: false, label: "Active", filter: true },
};

/** People as a file; a list that has to be refused in part is one of a single page. */
function peopleFile(query: URLSearchParams): Answer {
  const found = page(PEOPLE, new URLSearchParams({ ...Object.fromEntries(query), limit: "1000" }));
  const { results } = found.body as { results: typeof PEOPLE };
  const text = ["Name,Username", ...results.map(({ name, username }) => `${name},${username}`)].join("\n");
  return { status: 200, file: { type: "text/csv", text } };
}

/** Refuses a change of several things because of the second. */
function refusesSecond(body: unknown): Answer {
  const rows = Array.isArray(body) ? body : [];
  if (rows.length < 2) return { status: 200, body: rows };
  return { status: 400, body: rows.map((_, index) => (index === 1 ? { name: ["Taken."] } : {})) };
}

/** Refuses a thing as a server does, or takes it. */
function saveThing(body: Record<string, unknown>): Answer {
  if (body.name !== "refused") return { status: 201, body: { ...body, id: "thing-1" } };
  return {
    status: 400,
    body: {
      name: ["This name is taken."],
      rules: { limit: ["Enter a smaller number."], hidden_part: ["Not available here."] },
      parts: [{}, { title: ["Choose another title."] }],
      unknown: ["This field is not shown."],
      non_field_errors: ["These values cannot be combined."],
    },
  };
}

function answerTo(method: string, url: URL, body: unknown): Answer | undefined {
  const query = url.searchParams;
  const thing = { id: "thing-1", name: "First", kind: { value: "large", label: "Large" }, parts: [] };
  switch (`${method} ${url.pathname}`) {
    case "GET /api/gallery/people/":
      return query.has("format") ? peopleFile(query) : page(PEOPLE, query);
    case "OPTIONS /api/gallery/people/":
    case "OPTIONS /api/gallery/none/":
    case "OPTIONS /api/gallery/slow/":
    case "OPTIONS /api/gallery/forbidden/":
    case "OPTIONS /api/gallery/broken/":
      return metadata(PERSON_FIELDS);
    case "PATCH /api/gallery/people/":
      return refusesSecond(body);
    case "DELETE /api/gallery/people/":
      return { status: 204 };
    case "GET /api/v1/assets/labels/":
      return page(LABELS, query);
    case "GET /api/gallery/none/":
      return page([], query);
    case "GET /api/gallery/forbidden/":
      return {
        status: 403,
        body: { detail: "You do not have permission to view this.", code: "permission_denied" },
      };
    case "GET /api/gallery/slow/":
      return undefined;
    case "POST /api/v1/common/resources/cache/": {
      const spm = `selection-${selections.size}`;
      selections.set(spm, (body as { resources: unknown[] }).resources);
      return { status: 200, body: { spm } };
    }
    case "GET /api/v1/settings/server-info/":
      return { status: 200, body: { CURRENT_TIME: "2026/01/01 10:00:00 +0800" } };
    case "OPTIONS /api/v1/assets/protocol-settings/":
      return metadata(PROTOCOL_SETTING);
    case "OPTIONS /api/gallery/things/":
    case "OPTIONS /api/gallery/things/thing-1/":
      return metadata(THING_FIELDS);
    case "GET /api/gallery/things/thing-1/":
      return { status: 200, body: thing };
    case "POST /api/gallery/things/":
    case "PUT /api/gallery/things/thing-1/":
      return saveThing(body as Record<string, unknown>);
    default:
      return (
        dialogAnswer(method, url.pathname, body) ?? {
          status: 404,
          body: { detail: `Nothing at ${url.pathname}` },
        }
      );
  }
}

/** A request the gallery answered. */
export interface FakeCall {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/**
 * Answers every call of the page itself, so that the gallery needs no server.
 *
 * @returns the calls made, newest last
 */
export function installFakeApi(): FakeCall[] {
  const calls: FakeCall[] = [];
  globalThis.fetch = async (input, options) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href);
    const method = options?.method ?? "GET";
    const text = typeof options?.body === "string" ? options.body : undefined;
    const body: unknown = text === undefined ? undefined : JSON.parse(text);
    calls.push({ method, url: `${url.pathname}${url.search}`, body });
    const answer = answerTo(method, url, body);
    if (answer === undefined) {
      return new Promise<Response>((_, reject) => {
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      });
    }
    const { status, file } = answer;
    if (status === 204) return new Response(null, { status });
    return new Response(file?.text ?? JSON.stringify(answer.body), {
      status,
      headers: { "Content-Type": file?.type ?? "application/json" },
    });
  };
  return calls;
}
