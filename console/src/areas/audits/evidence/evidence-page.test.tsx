// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import EvidencePage from "./evidence-page.tsx";

const URL = "/api/v1/sallyport/evidence/";
const state = {
  entries: 4120,
  pending: 3,
  key: {
    fingerprint: "bb22",
    public_key: "x",
    former: [{ fingerprint: "aa11", date: "2026/02/03 04:05:06 +0000" }],
  },
  checkpoint: { number: 18, entries: 4100, date: "2026/02/03 05:00:00 +0000" },
  copy: { number: 18, is_current: true },
  deliveries: [
    {
      target: "syslog",
      host: "logs.example.com:6514",
      number: 18,
      problem: "",
      date: "2026/02/03 05:00:08 +0000",
    },
    {
      target: "webhook",
      host: "collector.example.com",
      number: 12,
      problem: "The server refused.",
      date: null,
    },
  ],
  verification: null,
};

const serve = (answer: unknown) =>
  servePage({}, ({ path }) => (path === URL ? json(200, answer) : undefined));

afterEach(cleanUpPage);

test("the evidence tells its keys, and how far each place outside is", async () => {
  serve(state);
  await openPage(<EvidencePage />, {});
  await screen.findByText("logs.example.com:6514");
  expect(screen.getByText("Received up to checkpoint 18")).toBeTruthy();
  expect(screen.getByText("The server refused. Received up to checkpoint 12")).toBeTruthy();
  expect(screen.getByText("aa11")).toBeTruthy();
  expect(screen.getByText("bb22")).toBeTruthy();
});

test("the evidence of a server without these additions is shown without them", async () => {
  const { deliveries: _deliveries, key: _key, ...rest } = state;
  serve({ ...rest, key: { fingerprint: "bb22" } });
  await openPage(<EvidencePage />, {});
  await screen.findByText("bb22");
  expect(screen.getByText(/^None\. A syslog server/)).toBeTruthy();
});
