// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import { RunDifference } from "./run-difference.tsx";
import { RunOutput } from "./run-output.tsx";

const RUNS = "/api/v1/ops/job-executions/";
const run = (id: string, rest: string) => `/api/v1/sallyport/job-executions/${id}/${rest}`;

const host = (name: string, more: Record<string, unknown> = {}) => ({
  ...{ asset: `id-${name}`, name, account: "root", state: "ok", exit_code: 0, reason: "" },
  ...{ session: null, output_size: 12, is_cut: false, time_cost: 1, ...more },
});
const failed = { state: "failed", exit_code: 3, reason: "Ended with status 3." };

afterEach(cleanUpPage);

const openRun = async (status: string, may: readonly string[] = ["ops.add_jobexecution"]) => {
  const retried: string[] = [];
  const server = servePage({}, ({ method, path, query }) => {
    if (path === run("r1", "hosts/")) {
      const command = { module: "shell", args: "uptime" };
      return json(200, { status, retry_of: null, command, hosts: [host("web-1"), host("web-2", failed)] });
    }
    if (path === run("r1", "retry/") && method === "POST") return json(201, { id: "r2", task_id: "t2" });
    const output = /hosts\/id-(web-\d)\/output\/$/.exec(path);
    if (output === null) return undefined;
    const text = query.get("offset") === "0" ? `up since noon\nload on ${output[1]}\n` : "";
    return json(200, { text, next: 40, end: text === "" });
  });
  const told = await openPage(<RunOutput run="r1" onRetry={({ id }) => retried.push(id)} />, { may });
  return { server, told, retried };
};

test("a run shows each host, opens its output, and finds lines in it", async () => {
  await openRun("failed");
  await screen.findByText("Ended with status 3.");
  expect(screen.queryByRole("log")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "web-2" }));
  const output = await screen.findByRole("log", { name: "Output of web-2" });
  expect(output.textContent).toBe("up since noon\nload on web-2\n");
  fireEvent.change(screen.getByRole("textbox", { name: "Search output" }), { target: { value: "LOAD" } });
  await waitFor(() => expect(output.textContent).toBe("load on web-2"));
  fireEvent.change(screen.getByRole("textbox", { name: "Search output" }), { target: { value: "disk" } });
  await screen.findByText("Nothing matches.");
});

test("failed hosts are run again by those who may", async () => {
  const { server, retried } = await openRun("failed");
  fireEvent.click(await screen.findByRole("button", { name: "Retry failed hosts" }));
  await waitFor(() => expect(retried).toEqual(["r2"]));
  expect(server.requests("POST", run("r1", "retry/"))).toHaveLength(1);
});

test("a run at work is stopped once that is agreed to, and not by those who may not run", async () => {
  const { server, told } = await openRun("running");
  fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
  expect(told.questions).toEqual(["Stop this run?"]);
  expect(server.requests("POST", run("r1", "stop/"))).toEqual([]);
  await told.agree();
  expect(server.requests("POST", run("r1", "stop/"))).toHaveLength(1);
  cleanUpPage();
  await openRun("running", []);
  await screen.findByText("web-1");
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
});

const outcome = (more: Record<string, unknown> = {}) => ({ state: "ok", exit_code: 0, reason: "", ...more });

const openDifference = async (before: object | null, hosts: readonly object[]) => {
  const server = servePage(
    {
      [RUNS]: {
        fields: {},
        rows: [
          { id: "r3", date_start: "2026/11/03 10:00:00 +0000", status: "success" },
          { id: "r2", date_start: "2026/11/02 10:00:00 +0000", status: "failed" },
          { id: "r1", date_start: "2026/11/01 10:00:00 +0000", status: "success" },
        ],
      },
    },
    ({ path, query }) => {
      if (path === run("r3", "difference/")) return json(200, { before, hosts });
      const said = /job-executions\/(r\d)\/hosts\/[^/]+\/output\/$/.exec(path)?.[1];
      if (said === undefined) return undefined;
      const text =
        query.get("offset") === "0" ? `kernel 6\n${said === "r3" ? "disk 91 %" : "disk 40 %"}\n` : "";
      return json(200, { text, next: 40, end: text === "" });
    },
  );
  await openPage(<RunDifference run="r3" job="j1" />);
  return server;
};

test("a run is compared with another one: what became of hosts, and the lines that differ", async () => {
  const server = await openDifference({ id: "r2", status: "failed" }, [
    { asset: "a", name: "web-1", before: outcome(), after: outcome(failed), is_same_output: false },
    { asset: "b", name: "web-2", before: outcome(), after: outcome(), is_same_output: true },
    { asset: "c", name: "web-3", before: null, after: outcome(), is_same_output: false },
  ]);
  await screen.findByText("2 of 3 hosts differ.");
  expect(screen.queryByText("web-2")).toBeNull();
  expect(screen.getByText("Not in that run")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "web-1" }));
  const lines = await screen.findByRole("region", { name: "Differences in the output of web-1" });
  expect(
    [...lines.querySelectorAll("span")].map(({ className, textContent }) => [className, textContent]),
  ).toEqual([
    ["job-line-place", "Line 1"],
    ["job-line-both", " kernel 6"],
    ["job-line-removed", "-disk 40 %"],
    ["job-line-added", "+disk 91 %"],
  ]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Show all hosts" }));
  expect((screen.getByRole("button", { name: "web-2" }) as HTMLButtonElement).disabled).toBe(true);
  expect(server.requests("GET", RUNS)[0]?.query.get("job_id")).toBe("j1");
});

test("another run can be chosen, and nothing else is said of runs that are alike", async () => {
  const server = await openDifference({ id: "r2", status: "failed" }, [
    { asset: "b", name: "web-2", before: outcome(), after: outcome(), is_same_output: true },
  ]);
  await screen.findByText("All hosts ended alike, with the same output.");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Compare with" }));
  const list = await screen.findByRole("listbox");
  expect(within(list).queryAllByRole("option").length).toBeGreaterThan(0);
  const options = [...document.querySelectorAll(".ant-select-item-option")];
  // The run itself is none of them.
  expect(options).toHaveLength(2);
  fireEvent.click(options[1] as Element);
  await waitFor(() => {
    const asked = server.requests("GET", run("r3", "difference/")).map(({ query }) => query.get("with"));
    expect(asked).toEqual([null, "r1"]);
  });
});

test("the first run of a job has nothing to be compared with", async () => {
  await openDifference(null, []);
  await screen.findByText("This job has not run before.");
});
