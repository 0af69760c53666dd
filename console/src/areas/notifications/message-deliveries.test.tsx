// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../testing/page-harness.tsx";
import { MessageDeliveries } from "./message-deliveries.tsx";

const LOG = "/api/v1/sallyport/message-deliveries/";

const delivery = (id: string, state: string, can_retry: boolean) => ({
  id,
  date_created: "2026/01/02 03:04:05 +0000",
  backend: { value: "email", label: "Email" },
  receiver: `To ${id}`,
  address: `${id}@example.com`,
  subject: "Hello",
  state: { value: state, label: state },
  attempts: 1,
  answer: "550 no such user",
  date_tried: null,
  can_retry,
});

afterEach(cleanUpPage);

test("a message that failed can be sent again; of others nothing can be done", async () => {
  const asked: string[] = [];
  servePage(
    {
      [LOG]: {
        fields: Object.fromEntries(
          ["receiver", "address", "subject", "answer"].map((name) => [name, { type: "string", label: name }]),
        ),
        rows: [delivery("ada", "failed", true), delivery("bob", "sent", false)],
      },
    },
    ({ method, path }) => {
      if (method !== "POST") return undefined;
      asked.push(path);
      return json(200, { detail: "ok" });
    },
  );
  const told = await openPage(<MessageDeliveries />);
  await screen.findByText("To ada");
  expect(screen.getByText("To bob")).toBeDefined();
  const buttons = screen.getAllByRole("button", { name: "Send again" });
  expect(buttons).toHaveLength(1);
  fireEvent.click(buttons[0] as HTMLElement);
  await waitFor(() => expect(asked).toEqual([`${LOG}ada/retry/`]));
  await waitFor(() => expect(told.toasts).toEqual(["Queued again."]));
});
