// @vitest-environment happy-dom
import { act, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { ENGLISH as en } from "../i18n/testing/english.ts";
import { recordQueryCount } from "../kit/api/query-counts.ts";
import { StatementCounts } from "./statement-counts.tsx";

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: { en } }));

test("statements are shown once a server counts them, in the colour of how many they are", async () => {
  render(<StatementCounts />);
  expect(screen.queryByText(/SQL statements/)).toBeNull();
  act(() => {
    for (const [name, header] of [
      ["few", "7"],
      ["many", "8"],
      ["most", "13"],
    ] as const)
      recordQueryCount(`/api/v1/${name}/`, header);
  });
  await screen.findByText(/SQL statements/);
  const toneOf = (name: string): string => {
    const item = screen.getByText(`/api/v1/${name}/`, { exact: false });
    const tag = within(item).getByText(/^\d+$/);
    return tag.className.match(/error|warning/)?.[0] ?? "plain";
  };
  expect(["few", "many", "most"].map(toneOf)).toEqual(["plain", "warning", "error"]);
});
