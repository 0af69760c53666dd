// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanUpPage, json, servePage } from "../../testing/page-harness.tsx";
import { LunaContext } from "../page/luna-context.ts";
import type { Started } from "../startup/start-up.ts";
import QuickPalette from "./quick-palette.tsx";

const command = (id: string, name: string, args: string, more = {}) => ({
  ...{ id, name, args, module: { value: "shell", label: "Shell" } },
  ...more,
});

beforeEach(() => {
  const results = [
    command("1", "Disk", "df -h"),
    command("2", "Load", "uptime", { is_shared: true }),
    command("3", "Logs", "journalctl -e"),
  ];
  servePage({}, ({ path }) =>
    path.startsWith("/api/v1/ops/adhocs/")
      ? json(200, { count: 3, next: null, previous: null, results })
      : undefined,
  );
});
afterEach(cleanUpPage);

function open() {
  const chosen: string[] = [];
  const started = { profile: { id: "u", perms: ["ops.view_adhoc"] } } as unknown as Started;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LunaContext value={started}>
        <QuickPalette onChoose={(text) => chosen.push(text)} onClose={() => undefined} />
      </LunaContext>
    </QueryClientProvider>,
  );
  return chosen;
}

test("quick commands are found and chosen by the keyboard alone", async () => {
  const chosen = open();
  await screen.findByText("df -h");
  const field = screen.getByRole("combobox");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("uptime"),
  ]);
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.keyDown(field, { key: "ArrowUp" });
  fireEvent.keyDown(field, { key: "ArrowUp" });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.change(field, { target: { value: "DF" } });
  expect(screen.getAllByRole("option")).toHaveLength(1);
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.change(field, { target: { value: "nothing" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(chosen).toEqual(["uptime", "journalctl -e", "df -h"]);
});
