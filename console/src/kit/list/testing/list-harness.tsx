import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { App, ConfigProvider } from "antd";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { ENGLISH as en } from "../../../i18n/testing/english.ts";
import { connectDialogs } from "../../dialogs.tsx";
import { connectToaster } from "../../feedback.ts";
import type { FieldMap, Row } from "../../metadata/types.ts";
import { SessionContext } from "../../session.ts";
import type { ResourceListProps } from "../list-props.ts";
import { ResourceList } from "../resource-list.tsx";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A small server of the contract that holds one list in memory. */
export interface ListServer {
  rows: Row[];
  readonly seen: SeenRequest[];
  /** Answers a request in place of the server; undefined lets it answer itself. */
  override: ((request: SeenRequest) => Response | undefined | Promise<Response | undefined>) | undefined;
  /** Answers lists whole, without paging. */
  whole: boolean;
  /** Requests of a method for the list. */
  requests(method: string): SeenRequest[];
}

/** A JSON answer. */
export function json(status: number, body: unknown): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}

// A busy machine draws slowly; nothing here is about speed.
configure({ asyncUtilTimeout: 10_000 });

export const LIST_URL = "/api/v1/things/things/";

/** The metadata of the list. */
export const FIELDS: FieldMap = {
  id: { type: "string", label: "ID", filter: true },
  name: { type: "string", label: "Name", order: true, filter: true },
  kind: {
    type: "labeled_choice",
    label: "Kind",
    filter: true,
    choices: [
      { value: "big", label: "Big" },
      { value: "small", label: "Small" },
    ],
  },
  owner: { type: "object_related_field", label: "Owner", filter: true },
  is_active: { type: "boolean", label: "Active", filter: true, order: true },
  port: { type: "integer", label: "Port", order: true, filter: true },
  comment: { type: "string", label: "Comment" },
  date_created: { type: "datetime", label: "Created", order: true, filter: true },
  secret: { type: "string", label: "Secret", write_only: true },
};

/** Rows to fill a list with. */
export function things(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `id-${index + 1}`,
    name: `thing-${index + 1}`,
    kind: { value: index % 2 === 0 ? "big" : "small", label: index % 2 === 0 ? "Big" : "Small" },
    owner: { id: "o1", name: "Olga" },
    is_active: index % 3 !== 0,
    port: index,
    comment: "",
    date_created: new Date(Date.now() - index * 3_600_000).toISOString(),
  }));
}

function answer(server: ListServer, request: SeenRequest): Response {
  const { method, path, query } = request;
  if (path === "/api/v1/common/resources/cache/") return json(200, { spm: "token" });
  if (path === "/api/v1/owners/")
    return json(200, [
      { id: "o1", name: "Olga" },
      { id: "o2", name: "Otto" },
    ]);
  if (path === "/api/v1/owners/o2/") return json(200, { id: "o2", name: "Otto" });
  if (method === "OPTIONS") {
    return json(200, {
      actions: {
        GET: FIELDS,
        PATCH: {
          comment: { type: "string" as const, label: "Comment", max_length: 10 },
          port: { type: "integer", label: "Port" },
        },
      },
    });
  }
  if (path === LIST_URL && method === "DELETE") {
    server.rows = [];
    return json(204, undefined);
  }
  if (method === "DELETE") {
    server.rows = server.rows.filter((row) => path !== `${LIST_URL}${String(row.id)}/`);
    return json(204, undefined);
  }
  if (method === "PATCH") return json(200, []);
  const limit = Number(query.get("limit"));
  const offset = Number(query.get("offset") ?? 0);
  if (server.whole || limit === 0) return json(200, server.rows);
  return json(200, { count: server.rows.length, results: server.rows.slice(offset, offset + limit) });
}

/** Starts the server, in place of `fetch`, until the end of the test. */
export function startServer(rows: Row[]): ListServer {
  const seen: SeenRequest[] = [];
  const server: ListServer = {
    rows,
    seen,
    override: undefined,
    whole: false,
    requests: (method) =>
      seen.filter((request) => request.method === method && request.path.startsWith(LIST_URL)),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, "http://server");
    const request: SeenRequest = {
      method: init.method ?? "GET",
      path: pathname,
      query: searchParams,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    seen.push(request);
    return (await server.override?.(request)) ?? answer(server, request);
  });
  return server;
}

/** What the page told and asked while the test ran. */
export interface Told {
  readonly toasts: string[];
  /** What the last question says below its title. */
  content(): ReactNode;
  /** Answers the last question with yes. */
  confirm(): Promise<unknown>;
}

const ALL = ["view", "add", "change", "delete"];

/** How the list is shown. */
export interface Viewer {
  readonly at?: string;
  /** Actions the person holds; all unless given. */
  readonly may?: readonly string[];
  readonly root?: boolean;
}

function Address() {
  const { pathname, search } = useLocation();
  return <span data-testid="address">{`${pathname}${search}`}</span>;
}

/** Shows a list of the server's things. */
export async function showList(props: Partial<ResourceListProps> = {}, viewer: Viewer = {}): Promise<Told> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en },
    ns: Object.keys(en),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const told: { -readonly [Key in keyof Told]: Told[Key] } = {
    toasts: [],
    confirm: async () => {},
    content: () => null,
  };
  connectToaster({ show: (_, text) => told.toasts.push(text) });
  connectDialogs((request) => {
    told.toasts.push(request.title);
    told.content = () => request.content;
    told.confirm = async () => request.onConfirm();
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: false } } });
  const organization = viewer.root
    ? { id: "00000000-0000-0000-0000-000000000000", name: "Global", is_root: true }
    : { id: "00000000-0000-0000-0000-000000000002", name: "Default" };
  const session = {
    profile: { id: "me", name: "Me", username: "me", perms: [] },
    settings: {},
    organization,
    organizations: [organization],
    organizationChoice: "free" as const,
    permissions: new Set((viewer.may ?? ALL).map((action) => `things.${action}_thing`)),
  };
  render(
    <ConfigProvider wave={{ disabled: true }} theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={client}>
          <SessionContext value={session}>
            <MemoryRouter initialEntries={[viewer.at ?? "/things"]}>
              <Address />
              <ResourceList
                resource={{
                  url: LIST_URL,
                  permission: { app: "things", model: "thing" },
                  routes: {
                    list: "/things",
                    create: "/things/create",
                    update: (id) => `/things/${id}/update`,
                    detail: (id) => `/things/${id}`,
                  },
                }}
                label="Things"
                emptyHint="Things come from elsewhere."
                columns={{ defaults: ["name", "kind", "is_active", "port", "date_created"] }}
                {...props}
              />
            </MemoryRouter>
          </SessionContext>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  return told;
}

/** The address the page is at. */
export function address(): string {
  return screen.getByTestId("address").textContent ?? "";
}

/** The row whose name is that, once it is there. */
export async function rowOf(name: string): Promise<HTMLElement> {
  const found = (await screen.findByText(name, { selector: "a" })).closest("tr");
  if (found === null) throw new Error(`${name} is not in a row`);
  return found;
}

/** Takes everything down after a test. */
export function cleanUpList(): void {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
}
