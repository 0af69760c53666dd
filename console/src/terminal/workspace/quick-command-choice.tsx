import { TeamOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Input, type InputRef, Spin } from "antd";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { fetchQuickCommands } from "../api/luna-api.ts";
import type { QuickCommand } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";

/** The console's page of command templates. */
const TEMPLATES_PAGE = "/ui/workbench/ops/templates";

/** Props of the choice. */
export interface QuickCommandChoiceProps {
  /** The field that is typed in. */
  readonly field?: Ref<InputRef>;
  onChoose(command: string): void;
}

/** Finds a quick command by its name or its text, with the keyboard alone if wanted: arrows choose, Enter takes. */
export function QuickCommandChoice({ field, onChoose }: QuickCommandChoiceProps) {
  const { t } = useTranslation("terminal");
  const { organization } = useLuna();
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const query = useQuery({
    queryKey: ["quick-commands", organization?.id],
    queryFn: ({ signal }) => fetchQuickCommands(signal),
  });
  const wanted = text.trim().toLowerCase();
  const found = (query.data ?? []).filter(({ name, args }) =>
    `${name}\n${args}`.toLowerCase().includes(wanted),
  );
  const go = (to: number) => {
    setActive(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a composition belongs to the input method.
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = found[active];
    if (step !== 0) go((active + step + found.length) % found.length);
    else if (event.key === "Enter" && chosen !== undefined) onChoose(chosen.args);
    else return;
    event.preventDefault();
  };
  return (
    <div className="luna-quick">
      <Input
        {...(field === undefined ? {} : { ref: field })}
        type="search"
        role="combobox"
        autoFocus
        allowClear
        aria-label={t("quick.search")}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(found.length > 0 ? { "aria-activedescendant": `${id}-${active}` } : {})}
        placeholder={t("quick.search")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {query.isPending && <Spin />}
      {query.error !== null && (
        <p role="alert">
          {t("quick.failed")} {failureText(query.error)}
        </p>
      )}
      {query.isSuccess && found.length === 0 && (
        <p>{query.data.length === 0 ? t("quick.empty") : t("quick.noMatch", { text })}</p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={t("quick.open")} className="luna-quick-list">
        {found.map((command, at) => (
          <Option
            key={command.id}
            id={`${id}-${at}`}
            command={command}
            isActive={at === active}
            onActive={() => setActive(at)}
            onChoose={() => onChoose(command.args)}
          />
        ))}
      </div>
      <a href={TEMPLATES_PAGE} target="_blank" rel="noopener noreferrer">
        {t("quick.manage")}
      </a>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: QuickCommand;
  readonly isActive: boolean;
  onActive(): void;
  onChoose(): void;
}

function Option({ id, command, isActive, onActive, onChoose }: OptionProps) {
  const { t } = useTranslation("terminal");
  const { name, args, is_shared: isShared } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above, as in every combobox
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={isActive ? "luna-quick-option luna-quick-active" : "luna-quick-option"}
      onMouseMove={onActive}
      onClick={onChoose}
    >
      <span>
        {name} {isShared === true && <TeamOutlined role="img" aria-label={t("quick.shared")} />}
      </span>
      <code>{args}</code>
    </div>
  );
}
