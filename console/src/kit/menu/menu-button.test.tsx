// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { MenuButton } from "./menu-button.tsx";

afterEach(cleanup);

function draw() {
  const chosen: string[] = [];
  render(
    <MenuButton
      aria-label="Language"
      menu={{
        items: [
          { key: "en", label: "English" },
          { key: "ja", label: "日本語" },
        ],
        onClick: ({ key }) => chosen.push(key),
      }}
    />,
  );
  return { chosen, button: screen.getByRole("button", { name: "Language" }) };
}
const gone = () => waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());

test("the first click opens the menu although its code has to come first, and says so", async () => {
  const { chosen, button } = draw();
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole("menuitem", { name: "日本語" }));
  expect(chosen).toEqual(["ja"]);
  await gone();
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("a second click closes it instead of opening it again", async () => {
  const { button } = draw();
  await userEvent.click(button);
  await screen.findByRole("menuitem", { name: "English" });
  expect(button.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(button);
  await gone();
});

test("opened with a key it takes the focus, and gives it back", async () => {
  const { button } = draw();
  button.focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "English" });
  await waitFor(() => expect(document.activeElement?.closest("[role=menu]")).not.toBeNull());
  await userEvent.keyboard("{Escape}");
  await gone();
  expect(document.activeElement).toBe(button);
});
