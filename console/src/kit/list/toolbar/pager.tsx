import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { useList } from "../list-context.ts";
import { PAGE_SIZES } from "../list-state.ts";

/** Page numbers to offer: at most five, around the current one. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, pages - 4));
  return Array.from({ length: Math.min(5, pages) }, (_, index) => first + index);
}

/** Range, page buttons and page size, once there are rows. */
export function Pager() {
  const { t } = useTranslation("list");
  const { rows, count = 0, error, pageSize, state, setPage, setPageSize } = useList();
  const { page } = state;
  if (rows === undefined || count === 0 || error !== null) return null;
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const from = (page - 1) * pageSize + 1;
  return (
    <nav className="pager" aria-label={t("pager.rowsPerPage")}>
      <span className="pager-range numeric">
        {t("pager.range", { from, to: Math.min(page * pageSize, count), count })}
      </span>
      <select
        className="pager-size"
        aria-label={t("pager.rowsPerPage")}
        value={pageSize}
        onChange={(event) => setPageSize(Number(event.target.value))}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {t("pager.pageSize", { count: size })}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="pager-button"
        aria-label={t("pager.previous")}
        disabled={page <= 1}
        onClick={() => setPage(page - 1)}
      >
        <LeftOutlined />
      </button>
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          className="pager-button"
          {...(number === page ? { "aria-current": "page" as const } : {})}
          onClick={() => setPage(number)}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        className="pager-button"
        aria-label={t("pager.next")}
        disabled={page >= pages}
        onClick={() => setPage(page + 1)}
      >
        <RightOutlined />
      </button>
    </nav>
  );
}
