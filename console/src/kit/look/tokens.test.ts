import { tokenSheet } from "@sallyport/contract/look/style-sheet";
import { expect, test } from "vitest";

test("the style sheet of the tokens is the one they make; -u writes it", async () => {
  await expect(tokenSheet()).toMatchFileSnapshot("./tokens.css");
});
