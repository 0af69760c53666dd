// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../../gallery/testing/render.tsx";
import { connectConfirmation } from "../../../kit/confirm/confirmation.ts";
import { type ConfirmRequest, connectDialogs } from "../../../kit/dialogs.tsx";
import { connectToaster } from "../../../kit/feedback.ts";
import { CertificatesCard } from "./certificates-card.tsx";

prepareGallery();
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });
const url = "/api/v1/sallyport/own-ssh-certificates/";
const held = {
  id: "one",
  fingerprint: "SHA256:first",
  certificate: "sk-ssh-ed25519-cert-v01@openssh.com AAAA",
  remote_address: "192.0.2.7",
  client: "OpenSSH_9.2",
  date_created: "2026/03/01 10:00:00 +0000",
  date_expired: "2026/03/01 18:00:00 +0000",
  date_last_used: null,
};
const calls: string[] = [];
const asked = vi.fn();
const answers: { own: unknown; status: number; refusals: unknown[] } = { own: {}, status: 200, refusals: [] };

beforeEach(() => {
  Object.assign(answers, { own: { hours: 8, certificates: [held] }, status: 200, refusals: [] });
  calls.length = 0;
  const usual = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string, options: RequestInit = {}) => {
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
    const path = String(input);
    if (path.includes("/authentication/confirm/")) return json({ confirm_type: "mfa", content: [] });
    if (!path.startsWith(url)) return usual(input, options);
    const method = options.method ?? "GET";
    if (method === "GET") {
      asked();
      return json(answers.own, answers.status);
    }
    calls.push(`${method} ${path.slice(url.length)} ${options.body ?? ""}`.trim());
    const refusal = answers.refusals.shift();
    if (refusal !== undefined) return json(refusal, 400);
    return method === "DELETE" ? new Response(null, { status: 204 }) : json(held, 201);
  });
  connectToaster({ show: vi.fn() });
});
afterEach(() => vi.unstubAllGlobals());

test("says which keys are signed, from where, and until when; revoking asks first", async () => {
  await show(<CertificatesCard />);
  await screen.findByText("SHA256:first");
  expect(screen.getByText(/by OpenSSH_9.2 at 192.0.2.7/)).toBeDefined();
  expect(screen.getByText(/for 8 hours/)).toBeDefined();
  const questions: ConfirmRequest[] = [];
  connectDialogs((request) => questions.push(request));
  await person.click(screen.getByRole("button", { name: "Revoke SHA256:first" }));
  expect([questions.length, calls.length]).toEqual([1, 0]);
  answers.own = { hours: 8, certificates: [] };
  await act(async () => questions[0]?.onConfirm());
  await screen.findByText(/No key is signed/);
  expect(calls).toEqual(["DELETE one/"]);
});

test("signs a pasted key after a confirmation, and says at the field what is wrong with it", async () => {
  const confirmation = vi.fn(async () => true);
  connectConfirmation(confirmation);
  await show(<CertificatesCard />);
  await person.click(await screen.findByRole("button", { name: "Sign a key" }));
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1yKXvPhVm0YcDXVqyu1Yx7Zq2gHkYw5F2c7rX1aB3d";
  await person.click(await screen.findByLabelText("Public key"));
  await person.paste(key);
  answers.refusals.push({ public_key: ["The key is too short."] }, { code: "mfa", detail: "Confirm" });
  const [, confirmButton] = screen.getAllByRole("button", { name: "Sign a key" });
  if (confirmButton === undefined) throw new Error("no button");
  await person.click(confirmButton);
  await screen.findByText("The key is too short.");
  expect(confirmation).not.toHaveBeenCalled();
  await person.click(confirmButton);
  await waitFor(() => expect(confirmation).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByLabelText("Public key")).toBeNull());
  expect(calls).toEqual(
    Array(3).fill(`POST ${JSON.stringify({ public_key: key })}`.replace("POST ", "POST  ")),
  );
});

test("is not there where keys are not signed", async () => {
  answers.own = { hours: 0, certificates: [] };
  await show(<CertificatesCard />);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByText("Signed keys")).toBeNull();
});

test("says what failed, and asks again", async () => {
  answers.status = 400;
  await show(<CertificatesCard />);
  await screen.findByRole("button", { name: "Try again" });
});
