import { FieldError } from "../../../engine/errors.ts";
import { text as engineText, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json, typeName } from "../../../engine/json.ts";
import { text } from "../texts.ts";

/** What a step can do to a sign-in page. */
const commands = ["type", "click", "button", "open", "code", "select_frame", "sleep"];

/** Most steps of a script. */
const mostSteps = 100;

/**
 * The steps that fill in a sign-in form: `{step, command, target, value}`. Contract: docs/contract/assets.md,
 * "Autofill scripts".
 * @throws FieldError that names the first step that is none.
 */
export function readAutofillSteps(input: unknown): Json[] {
  if (!Array.isArray(input))
    throw new FieldError([withParameters(engineText.notList, { type: typeName(input) })]);
  if (input.length > mostSteps)
    throw new FieldError([withParameters(engineText.tooLarge, { limit: mostSteps })]);
  return input.map((step, index) => {
    if (isStep(step)) return step as Json;
    throw new FieldError([
      withParameters(text.autofillStep, { number: index + 1, commands: commands.join(", ") }),
    ]);
  });
}

const isWord = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === "string" || typeof value === "number";

const isStep = (step: unknown): boolean =>
  isObject(step) &&
  Number.isSafeInteger(Number(step.step ?? Number.NaN)) &&
  typeof step.command === "string" &&
  commands.includes(step.command) &&
  isWord(step.target) &&
  isWord(step.value);

/** The steps out of a text: JSON, or nothing at all. */
export function parseAutofillSteps(input: unknown): Json[] {
  if (typeof input !== "string") return readAutofillSteps(input);
  if (input.trim() === "") return [];
  try {
    return readAutofillSteps(JSON.parse(input));
  } catch (error) {
    if (error instanceof FieldError) throw error;
    throw new FieldError([text.autofillScriptText]);
  }
}
