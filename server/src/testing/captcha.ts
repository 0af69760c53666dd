import { readFileSync } from "node:fs";
import { join } from "node:path";
import { solve } from "../areas/authentication/captcha/puzzle.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";

/**
 * The answer to a puzzle of the product with this data folder. A test that holds the installation's key may know
 * it; whoever only sees the picture has to look at it.
 */
export function answerOf(dataFolder: string, key: string): string {
  const installationKey = Buffer.from(readFileSync(join(dataFolder, "secret.key"), "utf8").trim(), "base64");
  const [question = ""] = createSecretBox(installationKey).open(key, "captcha").split(" ");
  return String(solve(question));
}
