import { Select } from "antd";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { failureText } from "../feedback.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { useDebounced } from "../use-debounced.ts";
import { controlProps } from "./control.ts";
import type { ControlState, RelatedSource } from "./field-kind.ts";
import { useMissingLabels } from "./option-labels.ts";
import type { Option } from "./related-option.ts";
import { useRemoteOptions } from "./use-remote-options.ts";
import "./remote-select.css";

/** Chosen options beyond this are shown as a count. */
const SHOWN_TAGS = 10;

function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

interface RemoteSelectProps extends ControlState {
  readonly value: Option | readonly Option[] | undefined;
  readonly onChange?: (value: unknown) => void;
  readonly related?: RelatedSource;
  readonly multiple: boolean;
  readonly label?: string;
  /** What stands there while nothing is chosen. */
  readonly placeholder?: string;
  /** Nothing can be taken back to none. */
  readonly required?: boolean;
}

/** A select whose options come from a list of the API, page by page, searched by the server. */
export function RemoteSelect(props: RemoteSelectProps) {
  const { value, onChange, related, multiple } = props;
  const { t } = useTranslation(["kit", "common"]);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed);
  const chosen = useMemo(
    () => (value === undefined ? [] : Array.isArray(value) ? value : [value]) as Option[],
    [value],
  );
  // Texts of options chosen here, for values that are kept as keys alone.
  const seen = useRef(new Map<unknown, string>());
  const names = useMissingLabels(
    chosen.filter(({ value: key, label }) => label === undefined && !seen.current.has(key)),
    related,
  );
  const { options, isFetching, error, loadAhead } = useRemoteOptions(related, open, search);
  const waiting = isFetching || typed !== search;
  const forbidden = isForbidden(error) || isForbidden(names.error);
  const shown = chosen.map((option) => ({
    value: option.value,
    label:
      option.label ??
      seen.current.get(option.value) ??
      names.labels.get(option.value) ??
      (names.settled ? String(option.value) : "…"),
  }));
  const choose = (next: readonly Option[]) => {
    for (const option of next) if (option.label !== undefined) seen.current.set(option.value, option.label);
    const plain = next.map(({ value: key, label }) =>
      label === undefined ? { value: key } : { value: key, label },
    );
    onChange?.(multiple ? plain : plain[0]);
  };
  const common = {
    ...controlProps(props),
    ...omitUndefined({ "aria-label": props.label }),
    ...omitUndefined({ className: names.settled ? undefined : "select-naming" }),
    labelInValue: true as const,
    options: options as { value: string | number; label: string }[],
    showSearch: { filterOption: false as const, onSearch: setTyped },
    loading: waiting || !names.settled,
    disabled: props.disabled === true || forbidden,
    placeholder: forbidden ? t("form.optionsForbidden") : (props.placeholder ?? ""),
    notFoundContent: waiting
      ? t("common:loading")
      : error === null
        ? t("form.noOptions")
        : failureText(error),
    allowClear: props.required !== true,
    onOpenChange: (next: boolean) => {
      setOpen(next);
      if (!next) setTyped("");
    },
    onPopupScroll: loadAhead,
    onInputKeyDown: (event: KeyboardEvent) => {
      // Enter would choose the first option of the search before, or close without any.
      if (!waiting || event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return multiple ? (
    <Select
      {...common}
      mode="multiple"
      maxTagCount={SHOWN_TAGS}
      value={shown}
      onChange={(next: readonly Option[]) => choose(next)}
    />
  ) : (
    <Select
      {...common}
      value={shown[0] ?? null}
      onChange={(next: Option | undefined) => choose(next ? [next] : [])}
    />
  );
}
