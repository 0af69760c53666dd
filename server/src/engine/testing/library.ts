import { sql } from "kysely";
import { createHttpApp } from "../../http-app.ts";
import { permission } from "../access/rules.ts";
import type { HttpApp } from "../http/http-server.ts";
import { catalogue } from "../i18n/messages.ts";
import { defineResource } from "../resource/declaration.ts";
import { labeledChoice } from "../resource/field-kinds/choices.ts";
import { list } from "../resource/field-kinds/composites.ts";
import { relation, relations } from "../resource/field-kinds/relations.ts";
import { boolean, datetime, integer, uuid } from "../resource/field-kinds/scalars.ts";
import { secret } from "../resource/field-kinds/secret.ts";
import { text } from "../resource/field-kinds/text.ts";
import { contains, exact, exactBoolean, exactUuid } from "../resource/query/filters.ts";
import { createEngineServices, type TestPerson } from "./services.ts";

const labels = catalogue("test", {
  book: ["Book", "图书", "本"],
  shelf: ["Shelf", "书架", "棚"],
  title: ["Title", "书名", "題名"],
  kind: ["Kind", "类型", "種類"],
  novel: ["Novel", "小说", "小説"],
  atlas: ["Atlas", "地图集", "地図帳"],
  pin: ["Pin", "密码", "暗証番号"],
  tags: ["Tags", "标签", "タグ"],
  authors: ["Authors", "作者", "著者"],
  lent: ["Lent", "已借出", "貸出中"],
  bought: ["Bought", "购买时间", "購入日時"],
});

const shelves = defineResource({
  path: "library/shelves",
  app: "library",
  model: "shelf",
  label: labels.shelf,
  title: "Shelf",
  scope: "organization",
  table: "shelves",
  counter: {},
  fields: {
    id: uuid({ label: labels.title }),
    name: text({ label: labels.title, required: true, maxLength: 20 }),
  },
  order: { by: ["name"], default: ["name"] },
});

const books = defineResource({
  path: "library/books",
  app: "library",
  model: "book",
  label: labels.book,
  title: "Book",
  scope: "organization",
  table: "books",
  counter: {},
  fields: {
    id: uuid({ label: labels.title }),
    name: text({ label: labels.title, required: true, maxLength: 20 }),
    lent: boolean({ label: labels.lent, default: false }),
    kind: labeledChoice({
      label: labels.kind,
      default: "novel",
      choices: [
        { value: "novel", label: labels.novel },
        { value: "atlas", label: labels.atlas },
      ],
    }),
    pin: secret({ label: labels.pin, maxLength: 10, store: (value) => ({ pin: `stored ${value}` }) }),
    bought: datetime({ label: labels.bought, nullable: true }),
    pages: integer({ label: labels.title, minimum: 1, default: 1 }),
    tags: list({ label: labels.tags, default: [], child: text({ label: labels.tags, maxLength: 5 }) }),
    shelf: relation({
      label: labels.shelf,
      nullable: true,
      column: "shelf_id",
      target: {
        table: "shelves",
        key: "uuid",
        where: (context) => sql<boolean>`r.org_id = ${context.organization.id}`,
      },
    }),
    authors: relations({
      label: labels.authors,
      target: { table: "authors", key: "integer" },
      link: { table: "books_authors", own: "book_id", other: "author_id" },
    }),
  },
  sizes: { mini: ["id", "name"] },
  filters: {
    name: exact("t.name"),
    title: contains("t.name"),
    lent: exactBoolean("t.lent"),
    shelf: exactUuid("t.shelf_id"),
  },
  search: ["t.name"],
  order: { by: ["name", "pages"], default: ["name"] },
  operations: ["list", "retrieve", "create", "update", "delete", "bulk", "suggestions"],
  actions: [
    {
      name: "lend",
      on: "object",
      methods: ["POST"],
      access: permission("library.lend_book"),
      handle: async (context, { id }) => {
        await sql`update books set lent = true where id = ${id}`.execute(context.db);
        return { body: { lent: true } };
      },
    },
  ],
});

const verbs = ["view", "add", "change", "delete", "match", "lend"];
const all = ["book", "shelf"].flatMap((model) => verbs.map((verb) => `library.${verb}_${model}`));
/** The organizations of the library. */
export const home = "00000000-0000-0000-0000-000000000002";
export const away = "00000000-0000-0000-0000-000000000003";
const person = (n: number, username: string, codes: TestPerson["codes"]): TestPerson => ({
  id: `10000000-0000-4000-8000-00000000000${n}`,
  username,
  name: username,
  isServiceAccount: false,
  mustAcceptTerms: false,
  codes,
});

/** An answer of the library. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape are looked into
  readonly body: any;
}

/** Shelves and books, behind the real engine: `keeper` may do all of it, `reader` look at books, `boss` anything. */
export interface Library {
  readonly app: HttpApp;
  readonly services: Awaited<ReturnType<typeof createEngineServices>>["services"];
  readonly db: Awaited<ReturnType<typeof createEngineServices>>["database"];
  /** Asks below `/api/v1/library/`; `as` is whose token it is, "" for nobody's. */
  call(method: string, path: string, body?: unknown, as?: string, headers?: object): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens the library. */
export async function openLibrary(): Promise<Library> {
  const made = await createEngineServices([
    person(1, "keeper", { [home]: all, [away]: all }),
    person(2, "reader", { [home]: ["library.view_book"] }),
    person(3, "boss", "*"),
  ]);
  const { database: db, services } = made;
  await sql`
    create table shelves (id uuid primary key default gen_random_uuid(), org_id uuid not null, name text not null,
      constraint shelves_name_key unique (org_id, name));
    create table authors (id serial primary key, name text not null);
    create table books (id uuid primary key default gen_random_uuid(), org_id uuid not null, name text not null,
      lent boolean not null, kind text not null, pin text, bought timestamptz, pages integer not null,
      tags jsonb not null, shelf_id uuid references shelves (id), constraint books_name_key unique (org_id, name));
    create table books_authors (book_id uuid references books (id) on delete cascade, author_id integer);
    insert into authors (name) values ('Ono'), ('Abe');
    select track_row_counts('books'), track_row_counts('shelves');
  `.execute(db.db);
  const app = await createHttpApp(services, [{ name: "library", resources: [shelves, books] }]);
  return {
    app,
    services,
    db,
    call: (method, path, body, as = "keeper", headers = {}) => call(app, { method, path, body, as, headers }),
    async close() {
      await app.fastify.close();
      await made.close();
    },
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly as: string;
  readonly headers: object;
}

async function call(app: HttpApp, { method, path, body, as, headers }: Asked): Promise<Answer> {
  const response = await app.fastify.inject({
    method: method as "GET",
    url: `/api/v1/library/${path}`,
    headers: {
      ...(as === "" ? {} : { authorization: `Bearer ${as}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const isJson = String(response.headers["content-type"]).includes("json") && response.body !== "";
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.body,
  };
}
