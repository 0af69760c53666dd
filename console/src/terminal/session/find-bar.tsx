import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from "@ant-design/icons";
import type { SearchAddon } from "@xterm/addon-search";
import { Button, Input, Space, Tooltip } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** Searches a terminal's output: as typed, next, previous, with or without case. */
export function FindBar({ search, dark, onClose }: { search: SearchAddon; dark: boolean; onClose(): void }) {
  const { t } = useTranslation("terminal");
  const [text, setText] = useState("");
  const [caseSensitive, setCaseSensitive] = useState(false);
  const [result, setResult] = useState<{ resultIndex: number; resultCount: number }>();

  useEffect(() => {
    const listener = search.onDidChangeResults(setResult);
    return () => listener.dispose();
  }, [search]);

  const options = {
    caseSensitive,
    decorations: {
      matchBackground: dark ? "#5a4a12" : "#ffe9a8",
      matchOverviewRuler: "#c57b12",
      activeMatchBackground: dark ? "#a8720c" : "#ffc53d",
      activeMatchColorOverviewRuler: "#ff8f1f",
    },
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: searching anew is for a new text or case only
  useEffect(() => {
    if (text === "") {
      search.clearDecorations();
      setResult(undefined);
    } else search.findNext(text, { ...options, incremental: true });
  }, [text, caseSensitive, search]);

  const next = () => search.findNext(text, options);
  const previous = () => search.findPrevious(text, options);
  const count = result?.resultCount ?? 0;
  return (
    <search className="luna-find">
      <Input
        autoFocus
        value={text}
        placeholder={t("find.placeholder")}
        aria-label={t("find.placeholder")}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") (event.shiftKey ? previous : next)();
          if (event.key === "Escape") onClose();
        }}
        suffix={
          <span className="luna-find-count" role="status">
            {text === ""
              ? ""
              : count === 0
                ? t("find.none")
                : t("find.count", { index: (result?.resultIndex ?? 0) + 1, count })}
          </span>
        }
      />
      <Space.Compact>
        <Tooltip title={t("find.caseSensitive")}>
          <Button
            aria-label={t("find.caseSensitive")}
            aria-pressed={caseSensitive}
            type={caseSensitive ? "primary" : "default"}
            onClick={() => setCaseSensitive(!caseSensitive)}
          >
            Aa
          </Button>
        </Tooltip>
        <Button
          icon={<ArrowUpOutlined />}
          aria-label={t("find.previous")}
          title={t("find.previous")}
          onClick={previous}
        />
        <Button
          icon={<ArrowDownOutlined />}
          aria-label={t("find.next")}
          title={t("find.next")}
          onClick={next}
        />
        <Button
          icon={<CloseOutlined />}
          aria-label={t("find.close")}
          title={t("find.close")}
          onClick={onClose}
        />
      </Space.Compact>
    </search>
  );
}
