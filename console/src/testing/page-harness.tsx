import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, render, screen, within } from "@testing-library/react";
import { App, ConfigProvider } from "antd";
import i18next from "i18next";
import { type ReactNode, Suspense } from "react";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { vi } from "vitest";
import { ENGLISH } from "../i18n/testing/english.ts";
import { type ConfirmRequest, connectDialogs } from "../kit/dialogs.tsx";
import { connectToaster } from "../kit/feedback.ts";
import type { FieldMap, Row } from "../kit/metadata/types.ts";
import { DEFAULT_ORGANIZATION, type Organization, type Profile, SessionContext } from "../kit/session.ts";

// A busy machine draws slowly; nothing here is about speed.
configure({ asyncUtilTimeout: 15_000 });

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A list the server holds, by its path. */
export interface ServedList {
  readonly fields: FieldMap;
  readonly rows: readonly Row[];
}

/** A server of the contract that holds some lists, and takes whatever is written. */
export interface PageServer {
  readonly seen: readonly SeenRequest[];
  /** The requests of a method for a path. */
  requests(method: string, path: string): readonly SeenRequest[];
}

/** A JSON answer. */
export function json(status: number, body: unknown): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}

/**
 * Replaces `fetch` until {@link cleanUpPage}.
 *
 * @param answer answers a request in place of the lists; undefined leaves it to them
 */
export function servePage(
  lists: Readonly<Record<string, ServedList>>,
  answer: (request: SeenRequest) => Response | undefined = () => undefined,
): PageServer {
  const seen: SeenRequest[] = [];
  const fromLists = ({ method, path }: SeenRequest): Response => {
    if (method !== "GET" && method !== "OPTIONS") return json(200, {});
    const list = lists[path];
    if (list === undefined) return json(404, { detail: "Not found." });
    if (method === "OPTIONS") return json(200, { actions: { GET: list.fields } });
    return json(200, { count: list.rows.length, results: list.rows });
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, "http://server");
    const request: SeenRequest = {
      method: init.method ?? "GET",
      path: pathname,
      query: searchParams,
      body: typeof init.body === "string" ? JSON.parse(init.body) : (init.body ?? undefined),
    };
    seen.push(request);
    return answer(request) ?? fromLists(request);
  });
  return {
    seen,
    requests: (method, path) => seen.filter((request) => request.method === method && request.path === path),
  };
}

/** Who looks at a page, and where it is. */
export interface Visit {
  readonly at?: string;
  /** Pattern of the address, where the page reads something from it; other addresses show nothing then. */
  readonly path?: string;
  /** Permission codes the person holds. */
  readonly may?: readonly string[];
  readonly profile?: Partial<Profile>;
  /** The current organization; default the default one. */
  readonly organization?: Organization;
}

/** What the page told and asked. */
export interface Told {
  readonly toasts: readonly string[];
  /** Titles of the questions asked, oldest first. */
  readonly questions: readonly string[];
  /** Answers the last question with yes. */
  agree(): Promise<void>;
}

function Address() {
  const { pathname, search } = useLocation();
  return <span data-testid="address">{`${pathname}${search}`}</span>;
}

/** Draws a page for somebody, with what it finds around it in the console. */
export async function openPage(
  page: ReactNode,
  {
    at = "/page",
    path = "*",
    may = [],
    profile,
    organization = { id: DEFAULT_ORGANIZATION, name: "Default" },
  }: Visit = {},
): Promise<Told> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: ENGLISH },
    ns: Object.keys(ENGLISH),
    interpolation: { escapeValue: false },
  });
  let agreed: ConfirmRequest["onConfirm"] = () => undefined;
  const toasts: string[] = [];
  const questions: string[] = [];
  connectToaster({ show: (_, text) => void toasts.push(text) });
  connectDialogs(({ title, onConfirm }) => {
    questions.push(title);
    agreed = onConfirm;
  });
  const session = {
    profile: { id: "me", name: "Me", username: "me", perms: [...may], ...profile },
    settings: {},
    organization,
    organizations: [organization],
    organizationChoice: "free" as const,
    permissions: new Set(may),
  };
  const element = (
    <>
      <Address />
      <Suspense fallback={null}>{page}</Suspense>
    </>
  );
  const router = createMemoryRouter(
    [{ path, element }, ...(path === "*" ? [] : [{ path: "*", element: <Address /> }])],
    { initialEntries: [at] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => {
    render(
      <ConfigProvider wave={{ disabled: true }} theme={{ token: { motion: false } }}>
        <App>
          <QueryClientProvider client={client}>
            <SessionContext value={session}>
              <RouterProvider router={router} />
            </SessionContext>
          </QueryClientProvider>
        </App>
      </ConfigProvider>,
    );
  });
  return {
    toasts,
    questions,
    agree: () => act(async () => void (await agreed())),
  };
}

/** The address the page is at. */
export function address(): string {
  return screen.getByTestId("address").textContent ?? "";
}

/** The row of a table that says something, once it is there. */
export async function rowOf(text: string): Promise<ReturnType<typeof within>> {
  const row = (await screen.findByText(text)).closest("tr");
  if (row === null) throw new Error(`${text} is not in a row`);
  return within(row);
}

/** Titles of the columns that are shown. */
export function columnTitles(): string[] {
  return screen.getAllByRole("columnheader").map((cell) => cell.textContent?.trim() ?? "");
}

/** Takes everything down after a test. */
export function cleanUpPage(): void {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
}
