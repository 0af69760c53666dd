// @vitest-environment happy-dom

import type { TransferAnswer } from "@sallyport/contract/messages/terminal-transfer";
import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ENGLISH } from "../../i18n/testing/english.ts";
import TransferPanel from "./transfer-panel.tsx";
import { nextTransfer } from "./transfer-state.ts";
import { useTransfer } from "./use-transfer.ts";

const requests: string[] = [];

beforeEach(async () => {
  requests.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push(`${init.method} ${url} ${(init.body as File).name}`);
    return new Response("{}");
  });
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: ENGLISH },
    ns: Object.keys(ENGLISH),
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const answers: TransferAnswer[] = [];
  const { result } = renderHook(() => useTransfer((answer) => answers.push(answer)));
  const shown = render(<div />);
  const draw = () =>
    shown.rerender(
      result.current.state === undefined ? (
        <div />
      ) : (
        <TransferPanel
          transfer={result.current}
          state={result.current.state}
          first={null}
          onDone={() => undefined}
        />
      ),
    );
  const hear = (...news: Parameters<typeof result.current.hear>) => {
    act(() => result.current.hear(...news));
    draw();
  };
  const press = (name: string) => {
    act(() => void fireEvent.click(screen.getByRole("button", { name })));
    draw();
  };
  return { answers, hear, press, transfer: () => result.current, draw };
}

test("nothing is answered before somebody agrees, and a file is fetched only when it is saved", () => {
  const { answers, hear, press } = open();
  hear({ transfer: "t", event: "asked", direction: "download" });
  expect(answers).toEqual([]);
  press("Receive files");
  hear({ transfer: "t", event: "offered", file: 0, name: "report.pdf", size: 2048 });
  screen.getByText(/Save report\.pdf \(2\.0 KiB\) to this computer\?/);
  press("Skip");
  hear({ transfer: "t", event: "offered", file: 1, name: "b", size: null });
  screen.getByText(/Save b \(unknown size\)/);
  const clicks: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicks.push(new URL(this.href, location.href).pathname);
  });
  press("Save");
  expect(clicks).toEqual(["/koko/zmodem/t/1"]);
  expect(answers).toEqual([
    { transfer: "t", act: "agree" },
    { transfer: "t", act: "skip", file: 0 },
  ]);
  hear({ transfer: "t", event: "ended" });
  expect(screen.queryByRole("region")).toBeNull();
});

test("chosen files are sent when the gateway wants them, and what goes wrong is told until it is closed", () => {
  const { answers, hear, press, transfer, draw } = open();
  hear({ transfer: "t", event: "asked", direction: "upload" });
  const file = new File(["abc"], "up.txt", { lastModified: 5000 });
  act(() => {
    expect(transfer().choose([file])).toBe("sent");
  });
  draw();
  expect(answers).toEqual([
    { transfer: "t", act: "choose", files: [{ name: "up.txt", size: 3, modified: 5 }] },
  ]);
  expect(requests).toEqual([]);
  hear({ transfer: "t", event: "wanted", file: 0 });
  expect(requests).toEqual(["PUT /koko/zmodem/t/0 up.txt"]);
  screen.getByText("Uploading up.txt");
  hear({ transfer: "t", event: "ended", message: "It did not work." });
  expect(screen.getByRole("alert").textContent).toContain("It did not work.");
  press("Close");
  expect(screen.queryByRole("region")).toBeNull();
  expect(answers).toHaveLength(1);
});

test("too many and too large files are refused here; news of another transfer changes nothing", () => {
  const { hear, transfer } = open();
  hear({ transfer: "t", event: "asked", direction: "upload" });
  const file = new File(["a"], "a");
  expect(transfer().choose(Array.from({ length: 1001 }, () => file))).toBe("tooMany");
  const large = Object.defineProperty(new File([], "large"), "size", { value: 2 ** 32 });
  expect(transfer().choose([large])).toBe("tooLarge");
  const state = transfer().state;
  const news = { transfer: "other", event: "ended" } as const;
  expect(nextTransfer(state, { type: "news", news })).toBe(state);
});
