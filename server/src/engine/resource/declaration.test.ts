import { describe, expect, expectTypeOf, it } from "vitest";
import { literal } from "../i18n/messages.ts";
import { defineResource, type ResourceDeclaration, type RowOf, type Values } from "./declaration.ts";
import { labeledChoice } from "./field-kinds/choices.ts";
import { computed, list, transient } from "./field-kinds/composites.ts";
import { relation, relations } from "./field-kinds/relations.ts";
import { boolean, datetime, integer, uuid } from "./field-kinds/scalars.ts";
import { secret } from "./field-kinds/secret.ts";
import { text } from "./field-kinds/text.ts";

const label = literal("Field");

const fields = {
  id: uuid({ label }),
  name: text({ label, required: true }),
  note: text({ label, nullable: true }),
  kind: labeledChoice({ label, choices: [{ value: "small", label }] }),
  starts: datetime({ label, column: "date_start" }),
  size: relation({ label, nullable: true, column: "size_id", target: { table: "sizes", key: "integer" } }),
  parts: relations({
    label,
    target: { table: "parts", key: "uuid" },
    link: { table: "thing_parts", own: "thing_id", other: "part_id" },
  }),
  words: list({ label, child: text({ label }) }),
  password: secret({ label }),
  now: transient(boolean({ label })),
  total: computed({ label, present: () => 0 }),
};

describe("a resource's declaration", () => {
  it("types the values of a write by what each kind of field parses to", () => {
    expectTypeOf<Values<typeof fields>>().toEqualTypeOf<{
      id?: string;
      name?: string;
      note?: string | null;
      kind?: "small";
      starts?: Date;
      size?: number | null;
      parts?: readonly string[];
      words?: readonly string[];
      password?: string;
      now?: boolean;
    }>();
  });

  it("types rows by the columns of the fields, and leaves other columns unknown", () => {
    type Stored = RowOf<typeof fields>;
    expectTypeOf<Stored["name"]>().toEqualTypeOf<string>();
    expectTypeOf<Stored["date_start"]>().toEqualTypeOf<Date>();
    expectTypeOf<Stored["size_id"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Stored["starts"]>().toEqualTypeOf<unknown>();
    expectTypeOf<Stored["password"]>().toEqualTypeOf<unknown>();
    expectTypeOf<Stored["parts"]>().toEqualTypeOf<unknown>();
  });

  it("passes the types on to hooks, and is one type outside", () => {
    const declaration = defineResource({
      path: "things/things",
      app: "things",
      model: "thing",
      label,
      title: "Thing",
      scope: "global",
      table: "things",
      fields: { name: text({ label }), length: integer({ label, column: "meters" }) },
      order: { by: ["name"], default: ["name"] },
      hooks: {
        validate: ({ before, values }) => {
          expectTypeOf(values).toEqualTypeOf<{ name?: string; length?: number }>();
          expectTypeOf(before?.meters).toEqualTypeOf<number | undefined>();
        },
        beforeDelete: (_context, row) => {
          expectTypeOf(row.name).toEqualTypeOf<string>();
        },
      },
    });
    expectTypeOf(declaration).toEqualTypeOf<ResourceDeclaration>();
    expect(declaration.fields.length?.options.column).toBe("meters");
  });
});
