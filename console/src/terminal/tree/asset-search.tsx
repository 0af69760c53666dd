import { CloseCircleFilled, SearchOutlined } from "@ant-design/icons";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

interface AssetSearchProps {
  readonly text: string;
  onText(text: string): void;
  /** The arrow down leads into what was found. */
  onLeave(): void;
}

/** What the assets are searched for. A field of the browser: the page starts with no widgets of a form. */
export function AssetSearch({ text, onText, onLeave }: AssetSearchProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onText("");
    field.current?.focus();
  };
  return (
    <span className="luna-search">
      <SearchOutlined />
      <input
        ref={field}
        type="search"
        placeholder={t("tree.search")}
        aria-label={t("tree.search")}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") clear();
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          onLeave();
        }}
      />
      {text !== "" && (
        <button
          type="button"
          aria-label={t("tree.clearSearch")}
          title={t("tree.clearSearch")}
          onClick={clear}
        >
          <CloseCircleFilled />
        </button>
      )}
    </span>
  );
}
