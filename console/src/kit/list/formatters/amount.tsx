import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Row } from "../../metadata/types.ts";
import { valueText } from "../../metadata/value-text.ts";
import { ListDialog } from "../list-dialog.tsx";
import type { ListOptions } from "../list-props.ts";

interface AmountProps {
  /** The objects, or how many there are. */
  readonly value: unknown;
  /** Title of the dialog and name of the list in it. */
  readonly title: string;
  /** The list of exactly these objects; without it the number stands alone. */
  readonly list?: Pick<ListOptions, "resource" | "columns" | "query">;
}

/** Names told on pointing. */
const NAMES = 20;

/** A list of the objects whose keys a relation holds. */
export function idsQuery(value: unknown): { readonly ids: string } {
  const items = Array.isArray(value) ? (value as readonly Row[]) : [];
  return { ids: items.map((item) => String(item.id)).join(",") };
}

/** How many there are; on pointing which, on choosing a list of them. */
export function Amount({ value, title, list }: AmountProps) {
  const { t } = useTranslation("list");
  const [open, setOpen] = useState(false);
  const items = Array.isArray(value) ? value : [];
  const count = Array.isArray(value) ? items.length : Number(value ?? 0);
  if (count === 0 || Number.isNaN(count)) return <span className="numeric cell-empty">0</span>;
  const names = valueText(items.slice(0, NAMES));
  const told =
    items.length > NAMES ? t("amount.more", { names, count: items.length - NAMES }) : names || title;
  if (list === undefined) {
    return (
      <span className="numeric" title={told}>
        {count}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className="row-action amount numeric"
        title={told}
        aria-label={t("amount.show", { count, names: told })}
        onClick={() => setOpen(true)}
      >
        {count}
      </button>
      {open ? <ListDialog {...list} title={title} label={title} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
