// @vitest-environment happy-dom
import { cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App, ConfigProvider } from "antd";
import i18next from "i18next";
import { Suspense } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ENGLISH as en } from "../../i18n/testing/english.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { connectDialogs } from "../dialogs.tsx";
import { VERIFIED_KEY } from "./confirm-api.ts";
import { confirmed } from "./confirmation.ts";
import { ConfirmationHost } from "./confirmation-host.tsx";

configure({ asyncUtilTimeout: 10_000 });

/** A server with one guarded address: what confirms, and what was sent to it. */
const server = {
  needs: "mfa",
  question: { confirm_type: "mfa", content: [] } as unknown,
  right: "123456",
  passed: false,
  posts: [] as Record<string, unknown>[],
  codes: 0,
};
const methods = [
  { name: "otp", display_name: "OTP", placeholder: "Six digits", disabled: false },
  { name: "sms", display_name: "SMS", placeholder: "Code", disabled: false },
  { name: "otp_radius", display_name: "Radius", placeholder: "", disabled: true },
];
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

async function answer(url: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(url, "http://server");
  const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
  if (pathname === "/guarded/") {
    return server.passed ? json(200, { secret: "s3cret" }) : json(400, { code: server.needs, detail: "No" });
  }
  if (pathname.endsWith("/mfa/select/")) {
    server.codes += 1;
    return json(201, {});
  }
  if (init.method !== "POST") {
    return server.question === undefined ? json(404, { error: "Set one up" }) : json(200, server.question);
  }
  server.posts.push(body);
  server.passed = body.secret_key === server.right;
  return server.passed ? json(200, "ok") : json(400, { error: "The code is wrong" });
}

beforeEach(async () => {
  Object.assign(server, {
    needs: "mfa",
    question: { confirm_type: "mfa", content: methods },
    right: "123456",
    passed: false,
    posts: [],
    codes: 0,
  });
  vi.stubGlobal("fetch", answer);
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: en },
    ns: Object.keys(en),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  render(
    <ConfigProvider wave={{ disabled: true }} theme={{ token: { motion: false } }}>
      <App>
        <Suspense>
          <ConfirmationHost />
        </Suspense>
      </App>
    </ConfigProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const read = () => confirmed(() => api<{ secret: string }>("/guarded/"));

describe("what needs no question", () => {
  test("a call that is answered is not asked about", async () => {
    server.passed = true;
    expect(await read()).toEqual({ secret: "s3cret" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  test("another failure stays a failure", async () => {
    const failure = new ApiError(403, { detail: "You may not" }, "/");
    await expect(confirmed(() => Promise.reject(failure))).rejects.toBe(failure);
  });
  test("without a way to confirm, the server's words are the failure", async () => {
    Object.assign(server, { question: undefined, needs: "password" });
    await expect(read()).rejects.toMatchObject({ status: 404, text: "Set one up" });
  });
  test("a recent sign-in is enough where that is asked for", async () => {
    Object.assign(server, {
      needs: "relogin",
      question: { confirm_type: "relogin", content: "" },
      right: "",
    });
    expect(await read()).toEqual({ secret: "s3cret" });
    expect(server.posts).toEqual([{ confirm_type: "relogin", secret_key: "" }]);
  });
  test("an old sign-in leads to signing in again", async () => {
    Object.assign(server, { needs: "relogin", question: { confirm_type: "relogin", content: "" } });
    const titles: string[] = [];
    connectDialogs((request) => titles.push(request.title));
    expect(await read()).toBeUndefined();
    expect(titles).toEqual(["Sign in again"]);
  });
});

describe("a second factor", () => {
  test("six digits are sent by themselves, the call is made again, and the moment is remembered", async () => {
    const reading = read();
    const input = await screen.findByLabelText("Verification code");
    await userEvent.type(input, "123456");
    expect(await reading).toEqual({ secret: "s3cret" });
    expect(server.posts).toEqual([{ confirm_type: "mfa", mfa_type: "otp", secret_key: "123456" }]);
    expect(Date.now() - Number(sessionStorage.getItem(VERIFIED_KEY))).toBeLessThan(60_000);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
  test("fewer than six digits are not sent", async () => {
    const reading = read();
    await userEvent.type(await screen.findByLabelText("Verification code"), "12345{Enter}");
    await screen.findByText("Enter the six-digit code");
    expect(server.posts).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await reading).toBeUndefined();
  });
  test("a wrong code is told, and can be typed anew", async () => {
    const reading = read();
    const input = await screen.findByLabelText<HTMLInputElement>("Verification code");
    await userEvent.type(input, "000000");
    await screen.findByText("The code is wrong");
    expect(input.value).toBe("");
    await userEvent.type(input, "123456");
    expect(await reading).toEqual({ secret: "s3cret" });
  });
  test("a code by message can be sent once a minute", async () => {
    server.question = { confirm_type: "mfa", content: methods.filter(({ name }) => name === "sms") };
    const reading = read();
    await userEvent.click(await screen.findByRole("button", { name: "Send code" }));
    const again = await screen.findByRole<HTMLButtonElement>("button", { name: /Send again in \d+ s/ });
    expect(again.disabled).toBe(true);
    expect(server.codes).toBe(1);
    await userEvent.type(screen.getByLabelText("Verification code"), "123456{Enter}");
    expect(await reading).toEqual({ secret: "s3cret" });
  });
  test("somebody without any is led to where one is set up", async () => {
    server.question = undefined;
    const reading = read();
    const link = await screen.findByRole("link", { name: "Set up a second factor" });
    expect(link.getAttribute("href")).toBe("/ui/profile/info");
    expect(screen.queryByLabelText("Verification code")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await reading).toBeUndefined();
  });
  test("none that can be used says so", async () => {
    server.question = { confirm_type: "mfa", content: methods.filter(({ disabled }) => disabled) };
    const reading = read();
    await screen.findByText(/none of yours can be used/);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await reading).toBeUndefined();
  });
});

test("a password is asked for where there is no second factor", async () => {
  Object.assign(server, { question: { confirm_type: "password", content: "" }, right: " my pass " });
  const reading = read();
  const input = await screen.findByLabelText<HTMLInputElement>("Your password");
  expect(input.type).toBe("password");
  await userEvent.type(input, " my pass {Enter}");
  expect(await reading).toEqual({ secret: "s3cret" });
  expect(sessionStorage.getItem(VERIFIED_KEY)).toBeNull();
});
