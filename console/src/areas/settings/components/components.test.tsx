// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, type SeenRequest, servePage } from "../../../testing/page-harness.tsx";
import { LoadHistory } from "./load-history.tsx";
import { loadSeries } from "./load-points.ts";
import { SystemMonitor } from "./system-monitor.tsx";

const COMPONENTS = "/api/v1/terminal/terminals/";
const METRICS = "/api/v1/terminal/components/metrics/";
const HEALTH = "/api/v1/sallyport/health/";
const LOADS = "/api/v1/sallyport/components/c1/loads/";

const koko = {
  type: "koko",
  total: 3,
  session_active: 7,
  normal: ["gateway-one"],
  high: [],
  critical: ["gateway-two"],
  offline: ["gateway-three"],
};

const point = (minute: string, cpu_load: number) => ({
  date: `2026/01/02 03:${minute}:00 +0000`,
  samples: 10,
  cpu_load,
  cpu_load_most: cpu_load + 1,
  memory_used: 40,
  memory_used_most: 50,
  disk_used: 20,
  session_online: 2,
});

const serve = (answers: Readonly<Record<string, (request: SeenRequest) => unknown>>) =>
  servePage(
    {
      [COMPONENTS]: {
        fields: { type: { type: "choice", choices: [{ value: "koko", label: "KoKo" }] } },
        rows: [],
      },
    },
    (request) => {
      const answer = answers[request.path];
      return answer === undefined ? undefined : json(200, answer(request));
    },
  );

afterEach(cleanUpPage);

test("the monitor counts the components of each type, and each state leads to those that are in it", async () => {
  serve({ [METRICS]: () => [koko] });
  await openPage(<SystemMonitor />);
  const card = await screen.findByRole("region", { name: "KoKo" });
  expect(within(card).getByText("7 sessions")).toBeDefined();
  const links = within(card).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href"), link.title])).toEqual([
    ["Total", "/settings/terminal?activeTab=Components&type=koko", ""],
    ["Normal", "/settings/terminal?activeTab=Components&type=koko&load=normal", "gateway-one"],
    ["Critical", "/settings/terminal?activeTab=Components&type=koko&load=critical", "gateway-two"],
    ["Offline", "/settings/terminal?activeTab=Components&type=koko&load=offline", "gateway-three"],
  ]);
  // A server of the contract alone has no health to tell.
  expect(screen.queryByText("Health")).toBeNull();
});

test("the monitor names what is wrong, in the server's words", async () => {
  const message = "No response from gateway-three.";
  serve({
    [METRICS]: () => [],
    [HEALTH]: () => ({
      state: "critical",
      checks: [{ name: "components", label: "Components", state: "critical", message }],
    }),
  });
  await openPage(<SystemMonitor />);
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByText("Critical")).toBeDefined();
  expect(screen.getByText("No components yet")).toBeDefined();
});

test("the load of a component is drawn over the range that is chosen, and is a table too", async () => {
  const server = serve({
    [LOADS]: ({ query }) => ({
      seconds: 300,
      points: query.get("range") === "week" ? [] : [point("00", 1.5)],
    }),
  });
  await openPage(<LoadHistory id="c1" />);
  expect(await screen.findByRole("img", { name: "Processor load" })).toBeDefined();
  const [first] = screen.getAllByRole("button", { name: "Show as table" });
  await act(async () => first?.click());
  expect(within(screen.getByRole("region", { name: "Processor load" })).getByText("1.5")).toBeDefined();
  await act(async () => screen.getByText("7 days").click());
  expect(await screen.findByText("Nothing was recorded in this period")).toBeDefined();
  expect(server.requests("GET", LOADS).map(({ query }) => query.get("range"))).toEqual(["day", "week"]);
});

test("silence leaves a gap in the load, and no figure that nobody told", () => {
  const answer = { seconds: 300, points: [point("00", 1), point("15", 4)] };
  const { labels, values } = loadSeries(answer, "hours");
  expect(labels).toHaveLength(4);
  expect(values("cpu_load")).toEqual([1, null, null, 4]);
  expect(loadSeries({ seconds: 300, points: [] }, "hours").labels).toEqual([]);
  // A server that answers nonsense does not fill the page.
  expect(loadSeries({ seconds: 0, points: answer.points }, "hours").labels.length).toBeLessThan(3_000);
});
