import { ApiError } from "./api-error.ts";

/** Whether a server says that there is no such thing: an object that is gone, or an extension it does not have. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * What a server answers, or something else where it does not have it: a server of the contract alone has none of our
 * extensions (docs/contract/conventions.md).
 *
 * @param otherwise a value, or what is done instead
 * @throws whatever else went wrong
 */
export async function orIfNotFound<Answer, Otherwise>(
  answer: Promise<Answer>,
  otherwise: Otherwise | (() => Promise<Otherwise>),
): Promise<Answer | Otherwise> {
  try {
    return await answer;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return typeof otherwise === "function" ? (otherwise as () => Promise<Otherwise>)() : otherwise;
  }
}
