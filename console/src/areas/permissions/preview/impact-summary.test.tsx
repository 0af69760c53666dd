// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareGallery, show } from "../../../gallery/testing/render.tsx";
import ImpactSummary from "./impact-summary.tsx";
import type { PermissionImpact } from "./permission-impact.ts";

prepareGallery();

const session = {
  id: "1",
  user: "Mei",
  asset: "web-01",
  account: "root",
  date_start: "2026/01/02 03:04:05 +0000",
};

const impact = (sessions: Partial<PermissionImpact["sessions"]>): PermissionImpact => ({
  added: 0,
  removed: 1,
  changed: 0,
  users: 1,
  assets: 1,
  sessions: { end: true, count: 0, results: [], ...sessions },
});

test("sessions that end at once are told apart from those with time to finish", async () => {
  const ends = "2026/01/02 04:04:05 +0000";
  await show(
    <ImpactSummary
      impact={impact({
        count: 3,
        finishing: 2,
        results: [
          { ...session, ends },
          { ...session, id: "2", ends: null },
        ],
      })}
    />,
  );
  expect(screen.getByText("1 active session will end immediately")).toBeTruthy();
  expect(screen.getByText("2 active sessions are no longer permitted, but have time to finish")).toBeTruthy();
  expect(screen.getAllByText(/^until /)).toHaveLength(1);
});

test("where all have time, none ends at once; where sessions stay, none finishes early", async () => {
  await show(<ImpactSummary impact={impact({ count: 1, finishing: 1 })} />);
  expect(screen.queryByText(/will end immediately/)).toBeNull();
  await show(<ImpactSummary impact={impact({ end: false, count: 1, finishing: 1 })} />);
  expect(screen.getByText(/can continue until it ends/)).toBeTruthy();
});
