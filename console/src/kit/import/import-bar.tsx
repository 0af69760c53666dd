import { Button, Radio } from "antd";
import { useTranslation } from "react-i18next";
import type { ImportCounts } from "./import-task.ts";
import type { ImportPages, ShownRows } from "./use-import-pages.ts";

interface ImportBarProps {
  readonly counts: ImportCounts;
  readonly view: ImportPages;
}

/** Which rows of an import are shown, and the buttons that turn their pages. */
export function ImportBar({ counts, view }: ImportBarProps) {
  const { t } = useTranslation(["transfer", "list"]);
  const { shown, page, pages } = view;
  return (
    <div className="import-bar">
      <Radio.Group
        aria-label={t("import.show")}
        optionType="button"
        value={shown}
        onChange={(event) => view.show(event.target.value as ShownRows)}
        options={(["total", "ok", "error", "pending"] as const).map((value) => ({
          value,
          label: `${t(`import.${value}`)} ${counts[value]}`,
        }))}
      />
      <span className="import-pager">
        <Button
          disabled={page === 0}
          onClick={() => view.turnTo(page - 1)}
          aria-label={t("list:pager.previous")}
        >
          ‹
        </Button>
        <span className="numeric">{t("import.page", { page: page + 1, pages })}</span>
        <Button
          disabled={page >= pages - 1}
          onClick={() => view.turnTo(page + 1)}
          aria-label={t("list:pager.next")}
        >
          ›
        </Button>
      </span>
    </div>
  );
}
