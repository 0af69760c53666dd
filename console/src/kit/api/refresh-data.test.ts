import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { refreshData } from "./resources.ts";

it("asks again for what was on its way for the first time when something changed", async () => {
  const client = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["tree", "favorites"],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const end = observer.subscribe(() => undefined);
  const refreshed = refreshData(client);
  answers[0]?.("before the change");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.("after it");
  await refreshed;
  expect(observer.getCurrentResult().data).toBe("after it");
  // What has its first answer is asked for once.
  const again = refreshData(client);
  answers[2]?.("once more");
  await again;
  expect(answers).toHaveLength(3);
  end();
});
