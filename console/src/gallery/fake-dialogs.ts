import type { Answer } from "./answer.ts";

/** What a person of the gallery confirms with. */
export const RIGHT_CODE = "123456";

/** Rows the gallery finds in any file. */
export const FILE_ROWS = Array.from({ length: 25 }, (_, index) => ({
  name: index % 6 === 1 ? "refused" : `Thing ${index + 1}`,
  kind: index % 2 === 0 ? "small" : "large",
  password: "s3cret",
}));

const DIFFERENCE = [
  { field: "Name", before: "web-01", after: "web-02" },
  { field: "Comment", before: "", after: "A long comment that says why the machine was renamed. ".repeat(4) },
];

const ACTIVITIES = [
  {
    id: "a1",
    timestamp: "2026-01-02 03:04:05",
    content: "Ada changed web-02",
    detail_url: "/api/gallery/difference/",
    r_type: "O",
  },
  { id: "a2", timestamp: "2026-01-01 03:04:05", content: "Ada created web-01", detail_url: "", r_type: "O" },
];

function confirmAnswer(body: unknown): Answer {
  const secret = (body as { secret_key?: unknown } | undefined)?.secret_key;
  return secret === RIGHT_CODE
    ? { status: 200, body: "ok" }
    : { status: 400, body: { error: "The code is wrong." } };
}

/** What dialogs and details of the gallery are answered; undefined for addresses of others. */
export function dialogAnswer(method: string, path: string, body: unknown): Answer | undefined {
  switch (`${method} ${path}`) {
    case "GET /api/gallery/broken/":
      return { status: 500, body: { detail: "Broken" } };
    case "GET /api/gallery/note/":
      return { status: 200, file: { type: "text/plain", text: "Set a password for files first." } };
    case "POST /api/gallery/things/render-to-json/":
      return { status: 200, body: { title: FILE_TITLE, data: FILE_ROWS } };
    case "GET /api/gallery/difference/":
      return { status: 200, body: { diff: DIFFERENCE } };
    case "GET /api/gallery/same/":
      return { status: 200, body: { diff: [] } };
    case "GET /api/v1/audits/activities/":
      return { status: 200, body: ACTIVITIES };
    case "GET /api/gallery/secret/":
      return { status: 200, body: { secret: "correct horse\nbattery staple" } };
    case "GET /api/gallery/no-secret/":
      return { status: 200, body: { secret: null } };
    case "POST /api/v1/authentication/confirm/":
      return confirmAnswer(body);
    case "POST /api/v1/authentication/mfa/select/":
      return { status: 201, body: {} };
    default:
      return undefined;
  }
}

/** The columns of any file of the gallery. */
export const FILE_TITLE = [
  ["*Name", "name"],
  ["Kind", "kind"],
  ["Password", "password"],
  ["Shoe size", ""],
] as const;
