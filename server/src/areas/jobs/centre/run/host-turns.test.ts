import { expect, test } from "vitest";
import { createHostTurns } from "./host-turns.ts";

const never = new AbortController().signal;

/** Whether somebody has had their turn by now. */
function watch(turn: Promise<unknown>): () => Promise<boolean> {
  let has = false;
  void turn.then(() => {
    has = true;
  });
  return async () => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return has;
  };
}

test("only so many work on a host at once, and the first to come is the next", async () => {
  const turns = createHostTurns(2);
  const one = await turns.take(["a"], never);
  await turns.take(["a"], never);
  const third = turns.take(["a"], never);
  const fourth = turns.take(["a"], never);
  const hasThird = watch(third);
  const hasFourth = watch(fourth);
  expect(await hasThird()).toBe(false);
  await turns.take(["b"], never);
  one();
  // Given back once, however often it is said.
  one();
  expect([await hasThird(), await hasFourth()]).toEqual([true, false]);
  (await third)();
  expect(await hasFourth()).toBe(true);
});

test("whoever gives up while waiting takes nobody's turn", async () => {
  const turns = createHostTurns(1);
  const first = await turns.take(["a"], never);
  const stop = new AbortController();
  const second = turns.take(["b", "a"], stop.signal);
  const third = turns.take(["a"], never);
  const hasThird = watch(third);
  stop.abort();
  const end = await second;
  expect(await hasThird()).toBe(false);
  first();
  expect(await hasThird()).toBe(true);
  end();
  await turns.take(["b"], never);
  const given = await turns.take(["a"], stop.signal);
  given();
  (await third)();
  await turns.take(["a"], never);
});

test("two who want the same hosts never wait for each other", async () => {
  const turns = createHostTurns(1);
  const done: string[] = [];
  const work = async (name: string, ids: readonly string[]): Promise<void> => {
    const end = await turns.take(ids, never);
    await new Promise<void>((resolve) => setImmediate(resolve));
    done.push(name);
    end();
  };
  await Promise.all([work("one", ["a", "b"]), work("two", ["b", "a"]), work("three", ["b", "b"])]);
  expect(done.sort()).toEqual(["one", "three", "two"]);
});
