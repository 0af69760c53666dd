import { describe, expect, it } from "vitest";
import { findWideServices } from "./find-wide-services.mjs";

const path = "server/src/areas/users/names.ts";
const found = (text, at = path) => findWideServices([{ path: at, text }]);

describe("the check of services", () => {
  it("refuses a function that takes all of them", () => {
    expect(found("/** All. */\nexport function rename(services: Services): void {}")).toEqual([
      `${path}:2: takes all of \`Services\`: name those that are used`,
    ]);
    expect(found("const kept = new WeakMap<Services, Names>();")).toHaveLength(1);
    expect(found('import type { Services as All } from "../../engine/services.ts";')).toEqual([
      `${path}: imports \`Services\` by another name`,
    ]);
  });

  it("lets functions take what they use", () => {
    const text = [
      'import type { Services } from "../../engine/services.ts";',
      "// What of Services is used.",
      'type NameServices = Pick<Services, "db" | "settings">;',
      'function find({ db }: Pick<Services, "db">, name: string): void {}',
      'function count({ db }: Pick<Services, "db">, events: Services["events"]): void {}',
    ].join("\n");
    expect(found(text)).toEqual([]);
  });

  it("refuses the same few spelled out twice in a room, in whichever order", () => {
    const [first, second] = ['"db" | "settings"', '"settings" | "db"'].map(
      (names) => `function find(services: Pick<Services, ${names}>): void {}`,
    );
    const there = "server/src/areas/users/lists/list.ts";
    expect(
      findWideServices([
        { path, text: first },
        { path: there, text: second },
      ]),
    ).toEqual([`${there}:1: takes db, settings as ${path}:1 does: give these services a name`]);
    expect(
      findWideServices([
        { path, text: first },
        { path: "server/src/areas/roles/list.ts", text: second },
      ]),
    ).toEqual([]);
  });

  it("lets those take all that hand them on", () => {
    const text = "export function createProduct(services: Services): void {}";
    expect(found(text, "server/src/product.ts")).toEqual([]);
    expect(found(text, "server/src/files-port.ts")).toHaveLength(1);
  });
});
