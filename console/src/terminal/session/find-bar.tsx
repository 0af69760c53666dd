import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from "@ant-design/icons";
import type { SearchAddon } from "@xterm/addon-search";
import { Button, Input, Space, Tooltip } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TerminalPalette } from "./palettes.ts";

/** Props of the bar. */
export interface FindBarProps {
  readonly search: SearchAddon;
  readonly palette: TerminalPalette;
  onClose(): void;
}

/** Searches a terminal's output: as typed, next, previous, with or without case. */
export function FindBar({ search, palette, onClose }: FindBarProps) {
  const { t } = useTranslation("terminal");
  const [text, setText] = useState("");
  const [caseSensitive, setCaseSensitive] = useState(false);
  const [result, setResult] = useState<{ resultIndex: number; resultCount: number }>();

  useEffect(() => {
    const listener = search.onDidChangeResults(setResult);
    return () => {
      listener.dispose();
      search.clearDecorations();
    };
  }, [search]);

  const options = {
    caseSensitive,
    decorations: {
      matchBackground: palette.matchBackground,
      matchOverviewRuler: palette.matchBackground,
      activeMatchBackground: palette.activeMatchBackground,
      activeMatchColorOverviewRuler: palette.activeMatchBackground,
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
    <search
      className="luna-find"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Input
        autoFocus
        value={text}
        placeholder={t("find.placeholder")}
        aria-label={t("find.placeholder")}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") (event.shiftKey ? previous : next)();
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
