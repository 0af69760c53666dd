import { Alert } from "antd";
import { useMemo, useState } from "react";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import "../../kit/field-kinds/inputs.ts";
import { DialogForm } from "../../kit/form/dialog-form.tsx";
import type { FieldMap } from "../../kit/metadata/types.ts";
import { type Preview, previewSignIn, type Source } from "./sources.ts";
import { useSourceTexts } from "./use-source-texts.ts";
import "./preview.css";

const ALERTS = { enter: "success", link: "info", create: "info", refuse: "warning" } as const;

/** What a sign-in would do, as it is read. */
function Outcome({ preview }: { readonly preview: Preview }) {
  const { t } = useSourceTexts();
  const { action, user, username, refusal, changes, gains, losses, attributes } = preview;
  const name = user === null ? username : `${user.name} (${user.username})`;
  const facts = [
    {
      title: t("sources:trial.changes"),
      lines: changes.map(({ field, before, after }) =>
        t("sources:trial.change", { field, before: before ?? "–", after: after ?? "–" }),
      ),
    },
    { title: t("sources:trial.gains"), lines: gains },
    { title: t("sources:trial.losses"), lines: losses },
  ];
  const said = Object.entries(attributes).map(([key, values]) => `${key} = ${values.join(", ")}`);
  return (
    <>
      <Alert
        type={ALERTS[action]}
        showIcon
        title={t(`sources:trial.${action}`, { name })}
        {...(refusal === null ? {} : { description: refusal })}
      />
      <dl className="preview-facts">
        {[...(action === "refuse" ? [] : facts), { title: t("sources:trial.attributes"), lines: said }].map(
          ({ title, lines }) => (
            <div key={title}>
              <dt>{title}</dt>
              {(lines.length === 0 ? [t("sources:trial.nothing")] : lines).map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ),
        )}
      </dl>
    </>
  );
}

interface PreviewDialogProps {
  readonly source: Source;
  readonly onClose: () => void;
}

/** Shows what a sign-in would do of somebody the source says this of. */
export function PreviewDialog({ source, onClose }: PreviewDialogProps) {
  const { t } = useSourceTexts();
  const [preview, setPreview] = useState<Preview>();
  const { asks, name, label } = source;
  const fields = useMemo<FieldMap>(() => {
    const username = { type: "string", label: t("sources:trial.username"), required: true, max_length: 1024 };
    if (asks === "username") {
      return { username: { ...username, help_text: t("sources:trial.usernameHelp") } };
    }
    const claims = {
      type: "json",
      label: t(`sources:trial.${asks}`),
      help_text: t(`sources:trial.${asks}Help`),
      required: true,
    };
    return asks === "attributes" ? { username, claims } : { claims };
  }, [asks, t]);
  const initial = useMemo(() => ({ claims: source.example }), [source]);
  const ask = async (entered: Record<string, unknown>) => {
    setPreview(undefined);
    setPreview(await previewSignIn({ source: name, ...entered }));
  };
  return (
    <Dialog title={t("sources:trial.title", { source: label })} size="medium" modal onClose={onClose}>
      <DialogForm
        fields={fields}
        initial={initial}
        intro={<p className="hint">{t("sources:trial.hint")}</p>}
        confirmText={t("sources:trial.ask")}
        onConfirm={ask}
        onCancel={onClose}
      />
      <div aria-live="polite" className="preview-outcome">
        {preview === undefined ? null : <Outcome preview={preview} />}
      </div>
    </Dialog>
  );
}
