import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExpression, expressionProblem } from "../../expressions.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { databaseExpression } from "./database-expression.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** Those of the texts in which the database finds what an expression was written as for it. */
async function foundBy(written: string, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from unnest(${[...texts]}::text[]) with ordinality as t (value, at)
    where value collate "C" ~ ${written} order by at`.execute(database.db);
  return rows.map(({ value }) => value);
}

const characters = [
  "a",
  "b",
  "k",
  "S",
  "Z",
  "0",
  "9",
  "_",
  "-",
  ".",
  "]",
  "^",
  "\\",
  "$",
  "|",
  " ",
  "\n",
  "é",
  "٣",
  "ſ",
  "\u212a",
  "K",
  "数",
  "😀",
];
const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 6 });

const escaped = (character: string): string => character.replace(/[!-/:-@[-`{-~]/, "\\$&");
const member = fc.oneof(
  fc.constantFrom(...characters).map(escaped),
  fc.constantFrom("a-z", "J-S", "0-9", "\\d", "\\w", "\\s", "é-数", "+--", "\\n"),
);
const one = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...characters).map(escaped) },
  fc.constantFrom(".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\n", "\\t"),
  fc
    .tuple(fc.constantFrom("", "^"), fc.array(member, { minLength: 1, maxLength: 3 }))
    .map(([not, members]) => `[${not}${members.join("")}]`),
);
const repetition = fc.constantFrom("", "", "", "*", "+", "?", "*?", "{2}", "{1,3}", "{0,1}", "{2,}");
const { expression } = fc.letrec<{ expression: string; branch: string; item: string }>((tie) => ({
  item: fc.oneof(
    fc.constantFrom("\\b", "\\B"),
    { weight: 5, arbitrary: fc.tuple(one, repetition).map((parts) => parts.join("")) },
    fc
      .tuple(fc.constantFrom("(", "(?:"), tie("expression"), repetition)
      .map(([open, inside, times]) => `${open}${inside})${times}`),
  ),
  branch: fc
    .tuple(
      fc.constantFrom("", "", "^"),
      fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "", "$"),
    )
    .map(([begin, items, end]) => `${begin}${items.join("")}${end}`),
  expression: fc.array(tie("branch"), { minLength: 1, maxLength: 2 }).map((branches) => branches.join("|")),
}));

describe("an expression in the words of the database", () => {
  it("is found in the same texts", async () => {
    let telling = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.constantFrom("", "", "(?i)"), expression).map((parts) => parts.join("")),
        fc.array(text, { minLength: 10, maxLength: 30 }),
        async (source, texts) => {
          fc.pre(expressionProblem(source) === null);
          const written = databaseExpression(source);
          if (written === null) return;
          const found = await foundBy(written, texts);
          if (found.length > 0 && found.length < texts.length) telling += 1;
          expect(found).toEqual(texts.filter(createExpression(source)));
        },
      ),
      { numRuns: 1500, seed: 20261, endOnFailure: true },
    );
    // Of expressions found in all texts or in none little is learnt.
    expect(telling).toBeGreaterThan(200);
  });

  it.each([
    ["a line's end is no end of the text", "a$", ["a", "a\n", "a\nb", "ba"], ["a", "ba"]],
    ["digits are those of ASCII", "^\\d+$", ["12", "٣", "1a"], ["12"]],
    ["a dot is no line's end", "a.b", ["a\nb", "a-b", "a😀b"], ["a-b", "a😀b"]],
    ["words are those of ASCII", "\\bweb\\b", ["web-1", "webs", "éweb", "a_web", ""], ["web-1", "éweb"]],
    ["between words", "a\\Bb|^\\B$", ["ab", "a b", "", "数"], ["ab", ""]],
    ["what others take for a director", "\\*\\*\\*=a", ["***=a", "a"], ["***=a"]],
  ])("%s", async (_name, source, texts, expected) => {
    const written = databaseExpression(source);
    if (written === null) throw new Error("not asked");
    expect(await foundBy(written, texts)).toEqual(expected);
    expect(texts.filter(createExpression(source))).toEqual(expected);
  });

  it.each(["(?:a|aa|b)*!$", "[ab]*a[ab]{20}$", "(?i)(a|b)+(a|b)+(a|b)+!", "\\b[ab]*a\\B[ab]{20}\\b!"])(
    "takes time linear to the text for %s",
    async (source) => {
      const written = databaseExpression(source);
      if (written === null) throw new Error("not asked");
      await database.db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = '20s'`.execute(transaction);
        const { rows } = await sql`
          select 1 where repeat('ab', 250000) || 'c' collate "C" ~ ${written}`.execute(transaction);
        expect(rows).toEqual([]);
      });
    },
  );

  it.each(["[02468]$", "^web-\\d+$", "^(web|db)-\\d{1,3}\\.example\\.com$", "(?i)prod"])(
    "asks about %s",
    (source) => {
      expect(databaseExpression(source)).not.toBeNull();
    },
  );

  it.each([
    ["settings inside", "(?s)a.b"],
    ["letters of others without regard to case", "(?i)é"],
    ["names", "(?P<name>a)"],
    ["repetitions of boundaries", "\\b+web"],
    ["classes by name", "[[:alpha:]]"],
    ["classes of Unicode", "\\p{L}"],
    ["repetitions of repetitions", "(a*b)*"],
    ["repetitions of repetitions, in groups", "((a+)b){20}"],
    ["many steps", "(a|b){16}"],
    ["anchors inside", "a^b|(a$)b"],
    ["a brace that means itself", "a{,3}"],
    ["nothing", ""],
    ["a branch of nothing", "a|"],
  ])("leaves %s to the other engine: %s", (_name, source) => {
    expect(databaseExpression(source)).toBeNull();
  });
});
