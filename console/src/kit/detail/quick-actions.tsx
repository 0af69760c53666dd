import { Button, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toastFailure } from "../feedback.ts";

/** Something that can be done from the detail page at once. */
export interface QuickAction {
  readonly key: string;
  readonly title: string;
  readonly disabled?: boolean;
  /** Present for a switch. */
  readonly checked?: boolean;
  /** Text of the button; not for a switch. */
  readonly button?: string;
  readonly danger?: boolean;
  readonly run: (checked: boolean) => Promise<unknown> | unknown;
}

function ActionRow({ action }: { readonly action: QuickAction }) {
  const [busy, setBusy] = useState(false);
  const run = async (checked: boolean) => {
    setBusy(true);
    try {
      await action.run(checked);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="quick-action">
      <span>{action.title}</span>
      {action.checked === undefined ? (
        <Button
          size="small"
          danger={action.danger === true}
          loading={busy}
          disabled={action.disabled === true}
          onClick={() => void run(true)}
        >
          {action.button ?? action.title}
        </Button>
      ) : (
        <Switch
          aria-label={action.title}
          checked={action.checked}
          loading={busy}
          disabled={action.disabled === true}
          onChange={(checked) => void run(checked)}
        />
      )}
    </div>
  );
}

/** A card of quick actions; each shows its progress and reports a failure. */
export function QuickActions({
  title,
  actions,
}: {
  readonly title?: string;
  readonly actions: readonly QuickAction[];
}) {
  const { t } = useTranslation(["kit", "common"]);
  if (actions.length === 0) return null;
  return (
    <section className="card quick-actions">
      <h2>{title ?? t("detail.quickActions")}</h2>
      {actions.map((action) => (
        <ActionRow key={action.key} action={action} />
      ))}
    </section>
  );
}
