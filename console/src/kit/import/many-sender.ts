import { ApiError, isRecord } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { encryptFields } from "../api/encryption.ts";
import { randomUuid } from "../api/random-uuid.ts";
import { failureText } from "../feedback.ts";
import type { Row } from "../metadata/types.ts";
import { isObstacle, refusalReasons, type SenderOptions, takesIds } from "./import-api.ts";
import { type ImportRow, type RowResult, SendingObstacle } from "./import-task.ts";

/** Times the good rows of a page are sent again without those that were refused; then they go one by one. */
const ROUNDS = 3;

/**
 * Sends the rows of a page as one array, which the server takes as a whole or not at all: what it refuses is told, and
 * the others are sent again. Rows it reports nothing of have to be sent one by one.
 *
 * @param unanswered ids chosen for rows whose answer has not come, shared with the sender of single rows
 */
export function manySender(
  { url, mode, columns, fields }: SenderOptions,
  unanswered: Map<number, string>,
): (rows: readonly ImportRow[], report: (index: number, result: RowResult) => void) => Promise<void> {
  const bodyOf = ({ index, values }: ImportRow): Row => {
    if (mode === "update" || !takesIds(mode, fields) || isNamed(values.id))
      return encryptFields(values) as Row;
    const id = randomUuid();
    unanswered.set(index, id);
    return encryptFields({ ...values, id }) as Row;
  };
  const fits = ({ index, values, savedAs }: ImportRow): boolean =>
    savedAs === undefined && !unanswered.has(index) && (mode === "create" || isNamed(values.id));

  return async (rows, report) => {
    let left = rows.filter(fits);
    for (let round = 0; round < ROUNDS && left.length > 1; round += 1) {
      try {
        const method = mode === "create" ? "POST" : "PATCH";
        const saved = await api<readonly Row[]>(url, { method, body: left.map(bodyOf) });
        for (const [index, object] of answered(left, saved, mode === "create")) {
          report(index, { savedAs: isNamed(object.id) ? String(object.id) : undefined });
        }
        for (const { index } of left) unanswered.delete(index);
        return;
      } catch (error) {
        if (isObstacle(error)) throw new SendingObstacle(failureText(error));
        for (const { index } of left) unanswered.delete(index);
        const refused = refusals(error, left.length);
        if (refused === undefined) return;
        const good: ImportRow[] = [];
        for (const [at, row] of left.entries()) {
          const body = refused[at];
          if (isEmpty(body)) good.push(row);
          else report(row.index, { reasons: refusalReasons(new ApiError(400, body, url), columns) });
        }
        // Nothing that can be told apart.
        if (good.length === left.length) return;
        left = good;
      }
    }
  };
}

const isNamed = (id: unknown): boolean => id !== undefined && id !== null && id !== "";

const isEmpty = (body: unknown): boolean => isRecord(body) && Object.keys(body).length === 0;

/** The errors of an array by position; undefined where it was refused for something else. */
function refusals(error: unknown, count: number): readonly unknown[] | undefined {
  const body = error instanceof ApiError && error.status === 400 ? error.body : undefined;
  return Array.isArray(body) && body.length === count ? body : undefined;
}

/** The objects that were saved, by the place of their rows: in order, or by their keys where some may be missing. */
function answered(
  rows: readonly ImportRow[],
  saved: readonly Row[],
  inOrder: boolean,
): readonly (readonly [index: number, object: Row])[] {
  if (!Array.isArray(saved)) return [];
  if (inOrder) {
    return saved.length === rows.length
      ? rows.flatMap(({ index }, at) => (saved[at] === undefined ? [] : [[index, saved[at]] as const]))
      : [];
  }
  const byKey = new Map(saved.map((object) => [String(object.id).toLowerCase(), object]));
  return rows.flatMap(({ index, values }) => {
    const object = byKey.get(String(values.id).toLowerCase());
    return object === undefined ? [] : [[index, object] as const];
  });
}
