/** The page on which somebody accepts the terms of use, below the console's base. */
export const TERMS_PATH = "/profile/improvement";

/** The query parameter with the page of the terminal to come back to. */
const BACK = "terminal";

/** Where the terminal sends somebody who has not accepted the terms of use, to come back to `path` afterwards. */
export function termsAddress(path: string): string {
  return `/ui${TERMS_PATH}?${new URLSearchParams({ [BACK]: path })}`;
}

/** The page of the terminal that sent somebody to the terms; anything else the address may name leads nowhere. */
export function terminalAfterTerms(search: string): string | undefined {
  const path = new URLSearchParams(search).get(BACK);
  return path !== null && /^\/luna\/[^\\]*$/.test(path) ? path : undefined;
}
