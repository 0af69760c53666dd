import { afterEach, expect, test, vi } from "vitest";
import { blockedOf, unblockEach } from "./unblock-selected.ts";

afterEach(() => vi.unstubAllGlobals());

test("only who is locked out is unblocked, and one failure does not keep the others out", async () => {
  const asked: string[] = [];
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    const refused = url.includes("/2/");
    return new Response(JSON.stringify(refused ? { detail: "May do more than you." } : {}), {
      status: refused ? 403 : 200,
      headers: { "Content-Type": "application/json" },
    });
  });
  const rows = [1, 2, 3, 4].map((id) => ({ id: String(id), name: `n${id}`, login_blocked: id !== 4 }));
  const blocked = blockedOf(rows);
  expect(blocked.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(await unblockEach(blocked)).toEqual({ done: 2, failed: ["n2"], reason: "May do more than you." });
  expect(asked).toEqual(["1", "2", "3"].map((id) => `PATCH /api/v1/users/users/${id}/unblock/`));
});
