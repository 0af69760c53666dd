import { useTranslation } from "react-i18next";
import type { Column } from "../columns.ts";

interface SortSelectProps {
  readonly columns: readonly Column[];
  readonly order: string;
  readonly onOrder: (order: string) => void;
}

/** Chooses the order where rows stand as cards and there is no header to use. */
export function SortSelect({ columns, order, onOrder }: SortSelectProps) {
  const { t } = useTranslation("list");
  const sortable = columns.filter((column) => column.sortable);
  return (
    <select
      className="list-sort"
      aria-label={t("head.order")}
      value={order}
      disabled={sortable.length === 0}
      onChange={(event) => onOrder(event.target.value)}
    >
      <option value="">{t("head.order")}</option>
      {sortable.flatMap(({ name, title }) => [
        <option key={name} value={name}>
          {t("head.up", { name: title })}
        </option>,
        <option key={`-${name}`} value={`-${name}`}>
          {t("head.down", { name: title })}
        </option>,
      ])}
    </select>
  );
}
