// @vitest-environment happy-dom
import { permissionByCode } from "@sallyport/contract/permissions";
import { fireEvent, waitFor } from "@testing-library/react";
import { lazy } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { cleanUpPage, json, openPage, type SeenRequest, servePage } from "../testing/page-harness.tsx";
import { ROUTES } from "./routes.ts";

const EVERYTHING = [...permissionByCode.keys()];
const ADMINISTRATOR = { is_superuser: true };

/** The screens that are a list, by their names; the two of one's own are called otherwise. */
const LISTS = ROUTES.filter(({ name }) => /List$/.test(name) || name === "MyAssets" || name === "MyTasks");

/** Lists that fill by what people do elsewhere: they say so, and have no act of their own. */
const FILL_BY_THEMSELVES = new Set([
  "SessionList",
  "CommandList",
  "FileTransferList",
  "LoginLogList",
  "OperateLogList",
  "PasswordChangeLogList",
  "UserSessionList",
  "TaskList",
  "MyTasks",
  "MyAssets",
  "ConnectionTokenList",
  "AccountGatherList",
  "WeakAccountList",
  "AssignedTicketList",
  "FlowList",
]);

const FIELDS = { name: { type: "string", label: "Name" } };
const HOSTS = { value: "host", label: "Host", types: [{ value: "linux", label: "Linux" }] };

const STORAGE = { id: "s", name: "default", title: "default", pId: "root" };

/** A server with nothing in it. */
function answer({ method, path }: SeenRequest): Response {
  if (path === "/api/v1/assets/categories/") return json(200, [HOSTS]);
  if (method === "OPTIONS") return json(200, { actions: { GET: FIELDS, POST: FIELDS } });
  if (path === "/api/v1/terminal/command-storages/tree/") return json(200, [STORAGE]);
  if (/tree\/$/.test(path)) return json(200, []);
  return json(200, { count: 0, results: [] });
}

const notice = async (): Promise<Element> => {
  const found = () => document.querySelector(".resource-list .notice");
  await waitFor(() => expect(found()).not.toBeNull());
  return found() as Element;
};

const actOf = (element: Element): Element | null => element.querySelector("button, a[href]");

afterEach(cleanUpPage);

describe("a list without rows", () => {
  test("is looked at wherever there is one", () => {
    const names = LISTS.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    expect([...FILL_BY_THEMSELVES].filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(LISTS.map((entry) => [entry.name, entry] as const))(
    "%s says what it is for, and offers the next act",
    async (name, { path, load }) => {
      servePage({}, answer);
      const Screen = lazy(load);
      await openPage(<Screen />, { at: path, may: EVERYTHING, profile: ADMINISTRATOR });
      const empty = await notice();
      const hint = empty.querySelector(".notice-body")?.textContent ?? "";
      expect(hint.length).toBeGreaterThan(20);
      if (!FILL_BY_THEMSELVES.has(name)) expect(actOf(empty)).not.toBeNull();
      cleanUpPage();

      // Where something was looked for, the way back to all of it is the act.
      servePage({}, answer);
      await openPage(<Screen />, { at: `${path}?search=nowhere`, may: EVERYTHING, profile: ADMINISTRATOR });
      const filtered = await notice();
      if (filtered.textContent?.includes(hint) === true) return;
      const clear = actOf(filtered);
      expect(clear?.textContent).toBe("Clear filters");
      fireEvent.click(clear as Element);
      await waitFor(async () => expect((await notice()).textContent).toContain(hint));
    },
  );
});
