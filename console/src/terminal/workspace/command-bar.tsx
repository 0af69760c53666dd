import "./command-bar.css";
import { CloseOutlined, SendOutlined } from "@ant-design/icons";
import { Button, Checkbox, Input, Select } from "antd";
import { type ComponentRef, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { listed } from "../../kit/metadata/labelled.ts";
import { tabTitle } from "../session/tabs-state.ts";
import { linesOf, withoutControls } from "../session/typed-lines.ts";
import { QuickCommands } from "./quick-commands.tsx";
import { useTabs } from "./tabs-context.ts";
import type { Broadcast } from "./use-broadcast.ts";

/** Commands that can be gone back to; they are forgotten with the page, for a password may be among them. */
const sent: string[] = [];
const MOST_SENT = 100;

/** Lines that are shown before several are sent. */
const SHOWN_LINES = 10;

/** Types the same in several terminals at once. */
export default function CommandBar({ broadcast }: { readonly broadcast: Broadcast }) {
  const { t } = useTranslation("terminal");
  const { state, inputs } = useTabs();
  const [text, setText] = useState("");
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const [told, setTold] = useState("");
  /** How many commands back the text is from; 0: a new one. */
  const [back, setBack] = useState(0);
  const { targets } = broadcast;
  const names = listed(targets.map(tabTitle));
  const send = (lines: readonly string[]) => {
    broadcast.send(`${lines.join("\r")}\r`);
    if (text !== sent.at(-1)) sent.push(text);
    if (sent.length > MOST_SENT) sent.shift();
    setText("");
    setBack(0);
    setTold(t("bar.broadcast", { names }));
  };
  const submit = () => {
    const lines = linesOf(withoutControls(text));
    if (targets.length === 0) return;
    if (lines.length === 1) return send(lines);
    confirm({
      title: t("bar.linesTitle", { count: lines.length }),
      content: (
        <>
          {t("bar.linesBody", { names })}
          <pre className="luna-lines">{lines.slice(0, SHOWN_LINES).join("\n")}</pre>
        </>
      ),
      confirmText: t("bar.send"),
      onConfirm: () => send(lines),
    });
  };
  const close = () => {
    broadcast.toggle();
    inputs.get(state.active ?? "")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a composition belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape") close();
    else if (step !== 0 && !text.includes("\n")) {
      const next = Math.min(sent.length, Math.max(0, back + step));
      event.preventDefault();
      setBack(next);
      setText(next === 0 ? "" : (sent.at(-next) ?? ""));
    }
  };
  return (
    <section className="luna-bar" aria-label={t("bar.name")}>
      <Targets broadcast={broadcast} />
      <QuickCommands
        onInsert={(command) => {
          setText(command);
          field.current?.focus();
        }}
      />
      <Input.TextArea
        ref={field}
        autoFocus
        autoSize={{ minRows: 1, maxRows: 5 }}
        spellCheck={false}
        autoComplete="off"
        className="luna-bar-text"
        aria-label={t("bar.input")}
        placeholder={t("bar.placeholder")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setBack(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Button type="primary" icon={<SendOutlined />} disabled={targets.length === 0} onClick={submit}>
        {t("bar.send")}
      </Button>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t("bar.close")}
        title={t("bar.close")}
        onClick={close}
      />
      <p role="status" className="luna-bar-told">
        {told}
      </p>
    </section>
  );
}

/** Who gets it. */
function Targets({ broadcast }: { readonly broadcast: Broadcast }) {
  const { t } = useTranslation("terminal");
  const { connected, chosen, choose, targets } = broadcast;
  const isAll = chosen === undefined;
  return (
    <div className="luna-bar-targets">
      <Checkbox
        checked={isAll}
        onChange={({ target }) =>
          choose(target.checked ? undefined : new Set(connected.map(({ key }) => key)))
        }
      >
        {t("bar.all")}
      </Checkbox>
      {!isAll && (
        <Select
          mode="multiple"
          className="luna-bar-select"
          aria-label={t("bar.choose")}
          maxTagCount="responsive"
          value={targets.map(({ key }) => key)}
          options={connected.map((tab) => ({ value: tab.key, label: tabTitle(tab) }))}
          onChange={(keys: string[]) => choose(new Set(keys))}
        />
      )}
      <span className="luna-bar-count">
        {targets.length === 0 ? t("bar.none") : t("bar.chosen", { count: targets.length })}
      </span>
    </div>
  );
}
