import { Button, Select, Switch } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { toastFailure } from "../feedback.ts";
import type { Choice } from "../metadata/types.ts";
import { StatusMark } from "../status-mark.tsx";
import { type ActionOutcome, isOutcome } from "../task-outcome.ts";
import { showTaskLog } from "../task-window.ts";

interface ActionBase {
  readonly key: string;
  readonly title: string;
  readonly disabled?: boolean;
}

/** A button that does something at once. */
interface ButtonAction extends ActionBase {
  readonly checked?: undefined;
  readonly choices?: undefined;
  readonly button: string;
  readonly danger?: boolean;
  /** What it answers is shown below, where it is an `ActionOutcome`. */
  readonly run: () => Promise<unknown> | unknown;
}

/** Something that is on or off. */
interface SwitchAction extends ActionBase {
  readonly button?: undefined;
  readonly choices?: undefined;
  readonly checked: boolean;
  readonly run: (checked: boolean) => Promise<unknown> | unknown;
}

/** One of several values. */
interface SelectAction extends ActionBase {
  readonly button?: undefined;
  readonly checked?: undefined;
  readonly value: Choice["value"] | undefined;
  readonly choices: readonly Choice[];
  readonly run: (value: Choice["value"]) => Promise<unknown> | unknown;
}

/** Something that can be done from the detail page at once. */
export type QuickAction = ButtonAction | SwitchAction | SelectAction;

interface ControlProps<Action> {
  readonly action: Action;
  readonly busy: boolean;
  /** Shows progress until it settles, and reports a failure. */
  readonly follow: (run: () => Promise<unknown> | unknown) => void;
}

function Control({ action, busy, follow }: ControlProps<QuickAction>) {
  if (action.button !== undefined) {
    return (
      <Button
        size="small"
        danger={action.danger === true}
        loading={busy}
        disabled={action.disabled === true}
        onClick={() => follow(action.run)}
      >
        {action.button}
      </Button>
    );
  }
  if (action.checked !== undefined) {
    return (
      <Switch
        aria-label={action.title}
        checked={action.checked}
        loading={busy}
        disabled={action.disabled === true}
        onChange={(checked) => follow(() => action.run(checked))}
      />
    );
  }
  return (
    <Select
      size="small"
      className="quick-action-select"
      aria-label={action.title}
      value={action.value === undefined ? null : String(action.value)}
      loading={busy}
      disabled={busy || action.disabled === true}
      options={action.choices.map(({ value, label }) => ({ value: String(value), label }))}
      onChange={(text) => {
        const chosen = action.choices.find(({ value }) => String(value) === text);
        if (chosen !== undefined) follow(() => action.run(chosen.value));
      }}
    />
  );
}

/** What came of an action, with the way to the log that tells more. */
function Outcome({ outcome: { good, text, task } }: { readonly outcome: ActionOutcome }) {
  const { t } = useTranslation("kit");
  return (
    <>
      <StatusMark good={good === true} calm={good === undefined} text={text} />
      <Button type="link" size="small" onClick={() => showTaskLog(task)}>
        {t("detail.showLog")}
      </Button>
    </>
  );
}

function ActionRow({ action }: { readonly action: QuickAction }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ActionOutcome>();
  const follow = async (run: () => Promise<unknown> | unknown) => {
    setBusy(true);
    setOutcome(undefined);
    try {
      const answer = await run();
      if (isOutcome(answer)) setOutcome(answer);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="quick-action">
      <span>{action.title}</span>
      <output className="quick-action-outcome">
        {outcome === undefined ? null : <Outcome outcome={outcome} />}
      </output>
      <Control action={action} busy={busy} follow={(run) => void follow(run)} />
    </div>
  );
}

/** A card of quick actions; each shows its progress and reports a failure. */
export function QuickActions({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions: readonly QuickAction[];
  /** What is told below them. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation(["kit", "common"]);
  if (actions.length === 0) return null;
  return (
    <section className="card quick-actions">
      <h2>{title ?? t("detail.quickActions")}</h2>
      {actions.map((action) => (
        <ActionRow key={action.key} action={action} />
      ))}
      {children}
    </section>
  );
}
