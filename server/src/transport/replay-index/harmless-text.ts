/**
 * Characters that would do something to whoever reads the text elsewhere: controls, and marks that turn the direction
 * of what follows. Each becomes U+FFFD, so that it is seen that something was there.
 */
const acting = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A line of what a terminal showed as plain text: nothing in it acts on a reader's terminal, page or editor. */
export const harmless = (text: string): string => text.trimEnd().replace(acting, "\ufffd");
