import { useTranslation } from "react-i18next";

interface ListSkeletonProps {
  /** Titles of the columns; empty ones while they are not known. */
  readonly titles: readonly string[];
  readonly rows: number;
  readonly selectable: boolean;
}

/** The table as it will stand, with grey bars for what is on its way, so that nothing jumps when it arrives. */
export function ListSkeleton({ titles, rows, selectable }: ListSkeletonProps) {
  const { t } = useTranslation("common");
  const columns = titles.map((title, index) => ({ key: `${index} ${title}`, title }));
  return (
    <div className="table-scroll" role="status" aria-label={t("loading")}>
      <table className="data-table is-skeleton" aria-hidden="true">
        <thead>
          <tr>
            {selectable ? <th className="cell-select" /> : null}
            {columns.map(({ key, title }) => (
              <th key={key}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
            <tr key={row}>
              {selectable ? (
                <td className="cell-select">
                  <span className="skeleton-box" />
                </td>
              ) : null}
              {columns.map(({ key }) => (
                <td key={key}>
                  <span className="skeleton-bar" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
