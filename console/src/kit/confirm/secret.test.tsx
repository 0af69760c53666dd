// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { connectToaster } from "../feedback.ts";
import { ShowKeyCopy } from "../list/formatters/show-key-copy.tsx";
import SecretDialog from "./secret-dialog.tsx";

prepareGallery();
const onClose = vi.fn();
const copied = vi.fn(async (_text: string) => {});
const said = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  connectToaster({ show: said });
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: copied } });
});
afterEach(() => {
  vi.useRealTimers();
});

const SECRET = "correct horse\nbattery staple";

async function open(url: string) {
  await show(
    <Suspense>
      <SecretDialog name="root" url={url} onClose={onClose} />
    </Suspense>,
  );
}

test("a secret is read once, shown as it is, and can be copied", async () => {
  await open("/api/gallery/secret/");
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Secret of root" })).value).toBe(
    SECRET,
  );
  fireEvent.click(screen.getByRole("button", { name: "Copy" }));
  await waitFor(() => expect(copied).toHaveBeenCalledWith(SECRET));
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  fireEvent.click(screen.getByRole("button", { name: "Save as a file" }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [[file] = []] = saved.mock.calls;
  expect(file instanceof Blob ? await file.text() : undefined).toBe(SECRET);
  vi.restoreAllMocks();
});

test("a key comes with the fingerprint it is compared by", async () => {
  const key = { secret: "KEY", spec_info: { ssh_key_fingerprint: "SHA256:abc" } };
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(key));
  await open("/api/gallery/secret/");
  expect(await screen.findByText("SHA256:abc")).toBeTruthy();
  fetched.mockRestore();
});

test("it is out of sight, and out of the page, after thirty seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open("/api/gallery/secret/");
  await screen.findByRole("textbox");
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(document.body.innerHTML).not.toContain("battery");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(onClose).toHaveBeenCalled();
});

test("it goes at once when the page is out of sight", async () => {
  await open("/api/gallery/secret/");
  await screen.findByRole("textbox");
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(screen.queryByRole("textbox")).toBeNull();
  vi.restoreAllMocks();
});

test("an account without a secret says so, and a refusal closes", async () => {
  await open("/api/gallery/no-secret/");
  expect(await screen.findByText("This account has no secret.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Copy" })).toBeNull();
  await open("/api/gallery/forbidden/");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(said.mock.calls[0]?.[1]).toBe("You do not have permission to view this.");
});

test("a masked value is shown when asked for, and copied or saved without", async () => {
  const read = vi.fn(async () => "key-1234");
  const onEdit = vi.fn();
  await show(<ShowKeyCopy name="Key" value={read} download onEdit={onEdit} />);
  expect(screen.getByText("******")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Copy Key" }));
  await waitFor(() => expect(copied).toHaveBeenCalledWith("key-1234"));
  expect(document.body.innerHTML).not.toContain("key-1234");

  fireEvent.click(screen.getByRole("button", { name: "Show Key" }));
  expect(await screen.findByText("key-1234")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Hide Key" }));
  expect(screen.queryByText("key-1234")).toBeNull();

  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  fireEvent.click(screen.getByRole("button", { name: "Save Key as a file" }));
  await waitFor(() => expect(names).toEqual(["Key.txt"]));
  fireEvent.click(screen.getByRole("button", { name: "Edit Key" }));
  expect(onEdit).toHaveBeenCalledOnce();
});

test("a value that may not be read stays masked", async () => {
  await show(<ShowKeyCopy name="Key" value={() => Promise.reject(new Error("Not yours."))} />);
  fireEvent.click(screen.getByRole("button", { name: "Show Key" }));
  await waitFor(() => expect(said).toHaveBeenCalledWith("error", "Not yours.", undefined));
  expect(screen.getByText("******")).toBeTruthy();
});
