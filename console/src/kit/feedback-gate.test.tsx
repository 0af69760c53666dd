// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { ConfigProvider } from "antd";
import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";
import { prepareGallery, show } from "../gallery/testing/render.tsx";
import { AnswerWaits } from "./dialog/answer-waits.tsx";
import { confirm } from "./dialogs.tsx";
import { toast } from "./feedback.ts";
import { FeedbackGate } from "./feedback-gate.tsx";

prepareGallery();

/** What a question tells later, when the test says so. */
function Late({ onShown }: { readonly onShown: (tell: (text: string) => void) => void }) {
  const [text, setText] = useState<string>();
  useEffect(() => onShown(setText), [onShown]);
  return text === undefined ? <AnswerWaits /> : text;
}

test("what is said before the components are there is told once they are; a new message replaces the last", async () => {
  const follow = vi.fn();
  await show(<FeedbackGate />);
  toast("error", "First.");
  toast("success", "Second.", { text: "See it", href: "/ui/there", follow });
  expect(await screen.findByText("Second.", { exact: false })).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "See it" }));
  expect(follow).toHaveBeenCalledOnce();
  toast("info", "Third.");
  expect(await screen.findByText("Third.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("First.")).toBeNull());
});

test("a question stays open and tells why while its answer fails, and closes when it succeeds", async () => {
  await show(<FeedbackGate />);
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error("Somebody uses it.")).mockResolvedValueOnce(1);
  confirm({ title: "Delete it?", content: "For good.", confirmText: "Delete", danger: true, onConfirm });
  const button = await screen.findByRole("button", { name: "Delete" });
  fireEvent.click(button);
  expect(await screen.findByText("Somebody uses it.")).toBeTruthy();
  expect(screen.getByRole("dialog", { name: "Delete it?" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Delete$/ }));
  await waitFor(() => expect(onConfirm).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Delete it?" })).toBeNull());
});

test("a question is not agreed to before it has told all, and can be left", async () => {
  await show(<FeedbackGate />);
  const onConfirm = vi.fn();
  let tell: (text: string) => void = () => {};
  const late = <Late onShown={(told) => (tell = told)} />;
  confirm({ title: "Save it?", content: late, confirmText: "Save", onConfirm });
  const button = await screen.findByRole("button", { name: /Save$/ });
  fireEvent.click(button);
  fireEvent.keyDown(button, { key: "Enter" });
  expect(onConfirm).not.toHaveBeenCalled();
  act(() => tell("Nothing changes."));
  expect(await screen.findByText("Nothing changes.")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce());
  confirm({ title: "Save another?", content: late, confirmText: "Save", onConfirm });
  await screen.findByRole("dialog", { name: "Save another?" });
  fireEvent.click(screen.getAllByRole("button", { name: "Cancel" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Save another?" })).toBeNull());
});

test("the focus returns to where it was when a question is gone, unless the person has gone on elsewhere", async () => {
  await show(
    <>
      <ConfigProvider theme={{ token: { motion: true } }}>
        <FeedbackGate />
      </ConfigProvider>
      <button type="button">Ask</button>
      <input aria-label="Search" />
    </>,
  );
  const asked = screen.getByRole("button", { name: "Ask" });
  const search = screen.getByRole("textbox", { name: "Search" });
  const ask = async (before = asked) => {
    asked.focus();
    confirm({ title: "Move it?", content: "Now.", confirmText: "Move", onConfirm: () => undefined });
    // As a menu does that closes.
    before.focus();
    const button = await screen.findByRole("button", { name: "Move" });
    await waitFor(() => expect(document.activeElement).toBe(button));
    fireEvent.click(button);
  };
  /** What fades out, which the browser would tell the end of. */
  const fading = () =>
    waitFor(() => {
      const found = document.querySelector(".ant-zoom-leave-active");
      if (found === null) throw new Error("it does not close");
      return found;
    });
  const gone = () => waitFor(() => expect(screen.queryByRole("dialog", { name: "Move it?" })).toBeNull());
  await ask();
  fireEvent.animationEnd(await fading());
  await gone();
  expect(document.activeElement).toBe(asked);
  await ask();
  const closing = await fading();
  search.focus();
  fireEvent.animationEnd(closing);
  await gone();
  expect(document.activeElement).toBe(search);
  await ask(search);
  fireEvent.animationEnd(await fading());
  await gone();
  expect(document.activeElement).toBe(search);
});
