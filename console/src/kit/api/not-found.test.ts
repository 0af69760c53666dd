import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { isNotFound, orIfNotFound } from "./not-found.ts";

const failure = (status: number) => new ApiError(status, { detail: "no" }, "/api/v1/x/");

test("what a server does not have is answered by something else, and nothing else is", async () => {
  expect(await orIfNotFound(Promise.resolve(1), null)).toBe(1);
  expect(await orIfNotFound(Promise.reject(failure(404)), null)).toBeNull();
  expect(await orIfNotFound(Promise.reject(failure(404)), async () => [2])).toEqual([2]);
  await expect(orIfNotFound(Promise.reject(failure(403)), null)).rejects.toMatchObject({ status: 403 });
  await expect(orIfNotFound(Promise.reject(new Error("lost")), null)).rejects.toThrow("lost");
  await expect(
    orIfNotFound(Promise.reject(failure(404)), () => Promise.reject(failure(500))),
  ).rejects.toMatchObject({ status: 500 });
  expect([failure(404), failure(400), new Error("404")].map(isNotFound)).toEqual([true, false, false]);
});
