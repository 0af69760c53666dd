// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import SystemTools from "./system-tools.tsx";

/** The server's end of a connection. */
class FakeSocket {
  static readonly all: FakeSocket[] = [];
  readonly url: string;
  readonly sent: unknown[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { wasClean: boolean; code?: number }) => void) | null = null;
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {
    this.isClosed = true;
  }
  say(msg: string): void {
    act(() => this.onmessage?.({ data: JSON.stringify({ msg }) }));
  }
}

afterEach(() => {
  FakeSocket.all.length = 0;
  vi.unstubAllGlobals();
  return cleanUpPage();
});

async function show(may: readonly string[] = []) {
  const gateways = [
    { id: "g1", name: "Breakwater", domain: { id: "d1", name: "Harbor" }, is_active: true },
    { id: "g2", name: "Old", domain: null, is_active: false },
  ];
  servePage({ "/api/v1/assets/gateways/": { fields: {}, rows: gateways } }, ({ path }) =>
    path === "/api/v1/settings/server-info/"
      ? json(200, { CURRENT_TIME: "2026/01/02 03:04:05 +0000" })
      : undefined,
  );
  vi.stubGlobal("WebSocket", FakeSocket);
  await openPage(<SystemTools />, { may });
  await screen.findByText(/2026\/01\/02 03:04:05/);
}

async function run(host: string): Promise<FakeSocket> {
  const before = FakeSocket.all.length;
  fireEvent.change(screen.getByLabelText("Address or host name"), { target: { value: host } });
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(FakeSocket.all).toHaveLength(before + 1));
  const socket = FakeSocket.all[before] as FakeSocket;
  act(() => socket.onopen?.());
  return socket;
}

test("a tool is asked over a connection of its own, and shows what it says until it is over", async () => {
  await show();
  const socket = await run("192.0.2.1");
  expect(socket.url).toMatch(/^wss?:\/\/[^/]+\/ws\/setting\/tools\/$/);
  expect(socket.sent).toEqual([{ tool_type: "ping", dest_ip: "192.0.2.1" }]);
  expect(screen.getByText("Running")).toBeDefined();
  socket.say("PING <b>192.0.2.1</b>\r\n");
  socket.say("5 packets\r\n");
  expect(screen.getByRole("log", { name: "Output" }).textContent).toBe("PING <b>192.0.2.1</b>\n5 packets\n");
  act(() => socket.onclose?.({ wasClean: true }));
  expect(screen.getByText("Done")).toBeDefined();
});

test("a connection that breaks is told, and one that is stopped is closed and heard no more", async () => {
  await show();
  const first = await run("192.0.2.1");
  act(() => first.onclose?.({ wasClean: false }));
  expect(screen.getByText("Disconnected")).toBeDefined();
  const second = await run("192.0.2.2");
  second.say("one\r\n");
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(second.isClosed).toBe(true);
  second.say("two\r\n");
  expect(screen.getByRole("log", { name: "Output" }).textContent).toBe("one\n");
});

test("nothing is asked without a target", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  await screen.findByText("Required.");
  expect(FakeSocket.all).toHaveLength(0);
});

test("a port is tried from a gateway where the person may, and packets are captured with what is asked", async () => {
  await show(["assets.view_gateway", "assets.test_assetconnectivity"]);
  fireEvent.click(screen.getByRole("tab", { name: "Telnet" }));
  const telnet = within(await screen.findByRole("tabpanel", { name: "Telnet" }));
  fireEvent.mouseDown(telnet.getByLabelText("From"));
  fireEvent.click(await screen.findByText("Breakwater (Harbor)"));
  fireEvent.change(telnet.getByLabelText("Address or host name"), { target: { value: "192.0.2.1" } });
  fireEvent.click(telnet.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  act(() => FakeSocket.all[0]?.onopen?.());
  expect(FakeSocket.all[0]?.sent).toEqual([
    { tool_type: "telnet", dest_ip: "192.0.2.1", dest_port: 22, gateway: "g1" },
  ]);
  act(() => FakeSocket.all[0]?.onclose?.({ wasClean: true, code: 4401 }));
  expect(telnet.getByText("Disconnected")).toBeDefined();

  fireEvent.click(screen.getByRole("tab", { name: "Packet capture" }));
  const capture = within(await screen.findByRole("tabpanel", { name: "Packet capture" }));
  expect(capture.queryByLabelText("From")).toBeNull();
  fireEvent.change(capture.getByLabelText("Network interfaces"), { target: { value: "lo" } });
  fireEvent.click(capture.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(FakeSocket.all).toHaveLength(2));
  act(() => FakeSocket.all[1]?.onopen?.());
  expect(FakeSocket.all[1]?.sent).toEqual([{ tool_type: "tcpdump", interfaces: "lo" }]);
});

test("no gateway is offered to those who may not use one", async () => {
  await show(["assets.view_gateway"]);
  fireEvent.click(screen.getByRole("tab", { name: "Telnet" }));
  const telnet = within(await screen.findByRole("tabpanel", { name: "Telnet" }));
  expect(telnet.queryByLabelText("From")).toBeNull();
});
