import { labelNameProblem } from "@sallyport/contract/asset-rules";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { fetchPage } from "../api/resources.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { useDebounced } from "../use-debounced.ts";
import { controlProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { fittingLabels, type LabelChoice, labelText, parseLabel, readLabels } from "./labels.tsx";

const LABELS_URL = "/api/v1/assets/labels/";
const PAGE_SIZE = 10;

/** Why a text makes no new label; undefined when it does. */
function problemOf(text: string): "problem" | "emoji" | undefined {
  const label = parseLabel(text);
  if (label === undefined) return "problem";
  return labelNameProblem(label.name) === undefined ? undefined : "emoji";
}

/** Labels: existing ones by search, new ones typed as `name:value`. */
export function LabelsInput(props: FieldInputProps) {
  const { value, onChange, related } = props;
  const { t } = useFormTexts();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string>();
  const search = useDebounced(typed);
  const url = related?.url ?? LABELS_URL;
  const pages = useInfiniteQuery({
    queryKey: ["options", url, related?.query, search],
    enabled: open,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(url, { ...related?.query, search, limit: PAGE_SIZE, offset: pageParam }, signal),
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loaded < last.count ? loaded : undefined;
    },
  });
  const existing = new Map(
    (pages.data?.pages ?? []).flatMap((page) =>
      page.results.map((row) => [labelText(row), String(row.id)] as const),
    ),
  );
  const chosen = readLabels(value);
  const change = (texts: readonly string[]) => {
    const isKnown = (text: string) => existing.has(text) || chosen.some((label) => label.value === text);
    const refused = texts.find((text) => !isKnown(text) && problemOf(text) !== undefined);
    setWrong(refused);
    const labels = texts
      .filter((text) => text !== refused)
      .map((text): LabelChoice => {
        const id = chosen.find((label) => label.value === text)?.id ?? existing.get(text);
        return id === undefined ? { value: text } : { value: text, id };
      });
    onChange?.(labels);
  };
  return (
    <>
      <Select
        {...controlProps(props)}
        aria-label={nameOf(props)}
        mode="tags"
        allowClear
        tokenSeparators={[","]}
        placeholder={t("labels.placeholder")}
        value={chosen.map((label) => label.value)}
        options={fittingLabels([...existing.keys()], typed).map((text) => ({ value: text, label: text }))}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={pages.isFetching}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next) setTyped("");
        }}
        onPopupScroll={() => {
          if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
        }}
        onChange={change}
      />
      {wrong === undefined ? null : (
        <div className="input-problem" role="alert">
          {t(`labels.${problemOf(wrong) ?? "problem"}`, { text: wrong })}
        </div>
      )}
    </>
  );
}
