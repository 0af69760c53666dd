// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { cleanUpPage, columnTitles, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import FileTransferList from "./file-transfer-list.tsx";
import SessionFiles from "./session-files.tsx";

const URL = "/api/v1/audits/ftp-logs/";
const MAY = { may: ["audits.view_ftplog"] };

const FIELDS: FieldMap = {
  id: { type: "string", label: "ID", filter: true },
  filename: { type: "string", label: "File", filter: true },
  operate: { type: "labeled_choice", label: "Operation", filter: true },
  size: { type: "integer", label: "Size" },
  state: { type: "labeled_choice", label: "State" },
  user: { type: "string", label: "User", filter: true },
  asset: { type: "string", label: "Asset", filter: true },
  account: { type: "string", label: "Account" },
  remote_addr: { type: "string", label: "Address" },
  session: { type: "string", label: "Session" },
  date_start: { type: "datetime", label: "Started", order: true },
};

const transfer = (id: string, more: Row = {}): Row => ({
  id,
  filename: `/srv/${id}.txt`,
  operate: { value: "upload", label: "Upload" },
  size: 2048,
  state: { value: "complete", label: "Complete" },
  user: "Ada (ada)",
  asset: "web-01",
  account: "deploy",
  remote_addr: "192.0.2.10",
  session: "hidden-session-id",
  date_start: "2026/01/02 03:00:00 +0000",
  has_file: true,
  ...more,
});

const serve = (...rows: Row[]) => servePage({ [URL]: { fields: FIELDS, rows } });

afterEach(cleanUpPage);

test("the list says whose transfers they are; that of one session need not", async () => {
  serve(transfer("a"));
  await openPage(<FileTransferList />, MAY);
  await screen.findByText("/srv/a.txt");
  expect(columnTitles()).toEqual(expect.arrayContaining(["User", "Asset", "Account", "Address"]));
  cleanUpPage();
  serve(transfer("a"));
  await openPage(<SessionFiles sessionId="s1" isLive={false} />, MAY);
  await screen.findByText("/srv/a.txt");
  expect(columnTitles()).toEqual(expect.arrayContaining(["File", "Operation", "Size"]));
  expect(columnTitles()).not.toContain("User");
  expect(columnTitles()).not.toContain("Session");
});

test("only the transfers of the session are asked for, in their order", async () => {
  const server = serve(transfer("a"));
  await openPage(<SessionFiles sessionId="s1" isLive={false} />, { ...MAY, at: "/x?session=other" });
  await screen.findByText("/srv/a.txt");
  for (const { query } of server.requests("GET", URL)) {
    expect(query.getAll("session")).toEqual(["s1"]);
    expect(query.get("order")).toBe("date_start");
  }
});

test("a kept copy is offered at its own address, and no other", async () => {
  serve(transfer("a"), transfer("b", { has_file: false }));
  await openPage(<FileTransferList />, MAY);
  const kept = (await rowOf("/srv/a.txt")).getByRole("link", { name: "Download copy" });
  expect(kept.getAttribute("href")).toBe(`${URL}a/file/download/`);
  expect((await rowOf("/srv/b.txt")).queryByRole("link", { name: "Download copy" })).toBeNull();
});

test("a file name that looks like markup stays text", async () => {
  serve(transfer("a", { filename: "<img src=x onerror=alert(1)>" }));
  await openPage(<FileTransferList />, MAY);
  await screen.findByText("<img src=x onerror=alert(1)>");
  expect(document.querySelector("img")).toBeNull();
});

test("sizes are in units, and an unknown one is left out", async () => {
  serve(transfer("a"), transfer("b", { size: null }));
  await openPage(<FileTransferList />, MAY);
  expect((await rowOf("/srv/a.txt")).getByTitle("2048 bytes")).toBeDefined();
  expect((await rowOf("/srv/b.txt")).queryByTitle(/bytes/)).toBeNull();
});

test("nothing is created, changed or deleted in a log", async () => {
  serve(transfer("a"));
  const may = ["view", "add", "change", "delete"].map((action) => `audits.${action}_ftplog`);
  await openPage(<FileTransferList />, { may });
  const row = await rowOf("/srv/a.txt");
  expect(row.queryByText(/Edit|Delete|Duplicate/)).toBeNull();
  expect(screen.queryByRole("button", { name: /Create/ })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("an empty log and a refused one are told apart", async () => {
  serve();
  await openPage(<SessionFiles sessionId="s1" isLive={false} />, MAY);
  await screen.findByText("No file operations in this session.");
  cleanUpPage();
  servePage({}, () => json(403, { detail: "You do not have permission to perform this action." }));
  await openPage(<SessionFiles sessionId="s1" isLive={false} />, MAY);
  await screen.findByText("You do not have permission to perform this action.");
  expect(screen.queryByText("No file operations in this session.")).toBeNull();
});

test("a transfer of a session leads to its moment in the recording, where there is one", async () => {
  serve(transfer("a"));
  const asked: number[] = [];
  const replayAt = (seconds: number) => {
    asked.push(seconds);
    return "/luna/replay/s1?timestamp=1";
  };
  await openPage(<SessionFiles sessionId="s1" isLive={false} replayAt={replayAt} />, MAY);
  const row = await rowOf("/srv/a.txt");
  const link = row.getByRole("link", { name: "Replay" });
  expect(link.getAttribute("href")).toBe("/luna/replay/s1?timestamp=1");
  expect(asked.every((seconds) => seconds > 1e9 && seconds < 1e10)).toBe(true);
  cleanUpPage();
  serve(transfer("a"));
  await openPage(<SessionFiles sessionId="s1" isLive={false} />, MAY);
  expect((await rowOf("/srv/a.txt")).queryByText("Replay")).toBeNull();
});
