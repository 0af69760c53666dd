import { expect, test } from "vitest";
import { type PasswordPolicy, passwordProblems } from "./password-policy.ts";

const policy: PasswordPolicy = {
  minimumLength: 12,
  upperCase: false,
  lowerCase: false,
  number: false,
  special: false,
  refusesGuessable: true,
};
const problems = async (password: string, owner: readonly string[] = [], changed = {}): Promise<string[]> =>
  (await passwordProblems(password, { ...policy, ...changed }, owner)).map(({ key }) => key);

test.each([
  "password1234",
  "Password1234!",
  "Qwertyuiop12",
  "123456789012",
  "aaaaaaaaaaaa",
  "1qaz2wsx3edc",
  "P@$$w0rdP@$$w0rd",
  "Passw0rd!test",
])("%s is long enough, and refused because everybody tries it", async (password) => {
  expect(await problems(password)).toEqual(["users.passwordGuessable"]);
  expect(await problems(password, [], { refusesGuessable: false })).toEqual([]);
});

test.each(["Harbour-lights-9", "correct horse battery", "x9$Kp2!vQm7&", "錨を上げて出港する朝の港町で"])(
  "%s passes, whatever it is made of",
  async (password) => {
    expect(await problems(password, [], { minimumLength: 6 })).not.toContain("users.passwordGuessable");
  },
);

test("what is too short is told as that", async () => {
  expect(await problems("x9$Kp2!vQm7")).toEqual(["users.passwordTooShort"]);
});

test("the owner's names make a password guessable, which is a good one of somebody else", async () => {
  expect(await problems("evangelina-77")).toEqual([]);
  expect(await problems("evangelina-77", ["evangelina"])).toEqual(["users.passwordGuessable"]);
});

test("the longest password is judged in a moment", async () => {
  const before = performance.now();
  expect(await problems("P@$$w0rd".repeat(16))).toEqual(["users.passwordGuessable"]);
  // Whole, it takes several seconds.
  expect(performance.now() - before).toBeLessThan(3_000);
});
