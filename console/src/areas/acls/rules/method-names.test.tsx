// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MethodNames } from "./method-names.tsx";

test("ways of connecting are told by name, and by their code where there is no such way now", async () => {
  const methods = [{ value: "sftp_client", label: "SFTP client" }];
  vi.stubGlobal("fetch", async () => Response.json(methods));
  const { container, findByText } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MethodNames methods={["sftp_client", "web_gui"]} />
    </QueryClientProvider>,
  );
  await findByText("SFTP client, web_gui");
  expect(container.textContent).not.toContain("sftp_client");
});
