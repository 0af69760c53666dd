// @vitest-environment happy-dom
import { cleanup, render, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type ConfirmRequest, connectDialogs } from "../../kit/dialogs.tsx";
import type { OpenTerminal } from "./create-terminal.ts";
import { usePasteGuard } from "./use-paste-guard.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({
    t: (key: string, { count }: { count?: number } = {}) => `${key} ${count ?? ""}`.trim(),
  }),
}));

afterEach(() => {
  cleanup();
  connectDialogs(() => undefined);
});

/** A terminal whose pastes are noted, the questions that are asked, and a paste of the browser. */
function open(isGuarded: boolean) {
  const asked: ConfirmRequest[] = [];
  connectDialogs((request) => asked.push(request));
  const pasted: string[] = [];
  const place = document.createElement("div");
  const focus = vi.fn();
  const terminal = { paste: (text: string) => pasted.push(text), focus };
  renderHook(() => usePasteGuard({ terminal } as unknown as OpenTerminal, { current: place }, isGuarded));
  return {
    ...{ asked, pasted, focus },
    /** Answers whether anything else would paste it as well. */
    paste(text: string): boolean {
      const event = new Event("paste", { cancelable: true });
      return place.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
    },
  };
}

test("one line is pasted at once, several after a question that shows them", () => {
  const { asked, pasted, paste, focus } = open(true);
  expect(paste("ls -l\n")).toBe(false);
  expect([pasted, asked]).toEqual([["ls -l\n"], []]);
  paste("cd /\r\nrm -rf tmp\r\n");
  const [question] = asked;
  expect(question?.title).toBe("paste.title 2");
  expect(render(<div>{question?.content}</div>).container.querySelector("pre")?.textContent).toBe(
    "cd /\nrm -rf tmp",
  );
  expect(pasted).toHaveLength(1);
  focus.mockClear();
  question?.onCancel?.();
  expect([pasted.length, focus.mock.calls.length]).toEqual([1, 1]);
  question?.onConfirm();
  expect(pasted).toEqual(["ls -l\n", "cd /\r\nrm -rf tmp\r\n"]);
});

test("who wants no question is asked none", () => {
  const { asked, pasted, paste } = open(false);
  paste("one\ntwo\n");
  expect([pasted, asked]).toEqual([["one\ntwo\n"], []]);
});

test("control characters are no part of a paste: none ends its marks, and none presses a key", () => {
  const { pasted, paste } = open(true);
  paste("ls\u001b[201~; touch run\t# \u0003\u0015\u007f\u009b201~\u4e2d\u6587 e\u0301\r");
  expect(pasted).toEqual(["ls[201~; touch run\t# 201~\u4e2d\u6587 e\u0301\r"]);
});
