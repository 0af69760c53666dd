// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../testing/page-harness.tsx";
import { MessageSubscription } from "./message-subscription.tsx";

afterEach(cleanUpPage);

const disabledSwitch = async (name: RegExp) =>
  (await screen.findByRole("switch", { name })) as HTMLButtonElement;

test("a channel that does not reach the person says why, and cannot be chosen", async () => {
  servePage({}, ({ path }) =>
    path === "/api/v1/sallyport/own-message-channels/"
      ? json(200, [
          { name: "email", name_display: "Email", reason: "" },
          { name: "wecom", name_display: "WeCom", reason: "Bind your WeCom account first." },
        ])
      : undefined,
  );
  await openPage(<MessageSubscription />);
  expect((await disabledSwitch(/^Email$/)).disabled).toBe(false);
  expect((await disabledSwitch(/WeCom.*Bind your WeCom account first\./)).disabled).toBe(true);
});

test("a server of the contract alone lists what it offers", async () => {
  servePage({}, ({ path }) =>
    path === "/api/v1/notifications/backends/"
      ? json(200, [{ name: "email", name_display: "Email" }])
      : undefined,
  );
  await openPage(<MessageSubscription />);
  expect((await disabledSwitch(/^Email$/)).disabled).toBe(false);
});
