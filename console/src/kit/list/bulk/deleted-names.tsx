import { useTranslation } from "react-i18next";
import type { Row } from "../../metadata/types.ts";
import { type RowKey, rowKey, rowName } from "../rows.ts";
import type { Outcome } from "./bulk-delete.ts";

/** Names shown before the rest is only counted. */
const NAMES = 200;

interface DeletedNamesProps {
  readonly rows: readonly Row[];
  readonly outcomes: ReadonlyMap<RowKey, Outcome>;
}

/** The names of the rows that are deleted, each with its result once there is one. */
export function DeletedNames({ rows, outcomes }: DeletedNamesProps) {
  const { t } = useTranslation(["list", "common"]);
  return (
    <ul className="delete-names">
      {rows.slice(0, NAMES).map((row) => {
        const outcome = outcomes.get(rowKey(row));
        return (
          <li
            key={rowKey(row)}
            className={outcome === undefined ? "" : outcome.done ? "is-done" : "is-failed"}
          >
            <span>{rowName(row)}</span>
            {outcome === undefined ? null : (
              <span className="delete-outcome">{outcome.done ? t("delete.deleted") : outcome.reason}</span>
            )}
          </li>
        );
      })}
      {rows.length > NAMES ? <li>{t("delete.more", { count: rows.length - NAMES })}</li> : null}
    </ul>
  );
}
