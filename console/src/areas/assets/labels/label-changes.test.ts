import { expect, test } from "vitest";
import { labelsAmong, labelWrites } from "./label-changes.ts";

const label = (id: string, name: string, value: string) => ({ id, name, value });
const assets = [
  { id: "a", labels: [label("1", "env", "prod"), label("2", "site", "berlin")] },
  { id: "b", labels: [label("1", "env", "prod")] },
  { id: "c" },
];

test("the labels of several assets are told once each", () => {
  expect(labelsAmong(assets)).toEqual([
    { value: "env:prod", id: "1" },
    { value: "site:berlin", id: "2" },
  ]);
});

test("labels are added to those that lack them and taken off those that have them", () => {
  const changes = {
    add: [{ value: "env:prod", id: "1" }, { value: "new:one" }],
    remove: new Set(["site:berlin"]),
  };
  expect(labelWrites(assets, changes)).toEqual([
    { id: "a", labels: [{ pk: "1" }, { name: "new", value: "one" }] },
    { id: "b", labels: [{ pk: "1" }, { name: "new", value: "one" }] },
    { id: "c", labels: [{ pk: "1" }, { name: "new", value: "one" }] },
  ]);
});

test("an asset that carries what it is to is not written", () => {
  expect(labelWrites(assets, { add: [{ value: "env:prod", id: "1" }], remove: new Set() })).toEqual([
    { id: "c", labels: [{ pk: "1" }] },
  ]);
  expect(labelWrites(assets, { add: [], remove: new Set(["env:test"]) })).toEqual([]);
});
