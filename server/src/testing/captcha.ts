import { join } from "node:path";
import { solve } from "../areas/sign-in/captcha/puzzle.ts";
import { fileKeyRing } from "../engine/secrets/key-ring.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";

/**
 * The answer to a puzzle of the product with this data folder. A test that holds the installation's key may know
 * it; whoever only sees the picture has to look at it.
 */
export function answerOf(dataFolder: string, key: string): string {
  const box = createSecretBox(fileKeyRing(join(dataFolder, "secret.key"), []));
  const [question = ""] = box.open(key, "captcha").split(" ");
  return String(solve(question));
}
