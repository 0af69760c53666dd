import ConfirmDialog from "../../kit/confirm/confirm-dialog.tsx";
import type { ConfirmMethod } from "../../kit/confirm/question.ts";
import SecretDialog from "../../kit/confirm/secret-dialog.tsx";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import MessageDialog from "../../shell/messages/message-dialog.tsx";
import { THING_FIELDS } from "../fake-api.ts";
import type { Scene, SceneDialog } from "./scene.ts";

const done = async () => {};
const METHODS: readonly ConfirmMethod[] = [
  { name: "otp", display_name: "One-time password", placeholder: "Six digits", disabled: false },
  { name: "sms", display_name: "Text message", placeholder: "Code", disabled: false },
  { name: "otp_radius", display_name: "Radius", placeholder: "", disabled: true },
];

const asking =
  (type: "password" | "mfa", methods: readonly ConfirmMethod[]): SceneDialog =>
  ({ onClose }) => <ConfirmDialog question={{ type, methods }} onAnswer={onClose} />;

const message =
  (subject: string, text: string): SceneDialog =>
  ({ onClose }) => (
    <MessageDialog
      message={{
        id: "m1",
        date_created: "2026/01/02 03:04:05 +0000",
        content: { subject, message: text },
      }}
      onRead={onClose}
      onCancel={onClose}
    />
  );

/** A question, asked by a button. */
function Asking({ danger, refused }: { readonly danger: boolean; readonly refused: boolean }) {
  const ask = () =>
    confirm({
      title: "Delete web-01?",
      content: "This cannot be undone.",
      confirmText: "Delete",
      danger,
      onConfirm: async () => {
        if (refused) throw new Error("This object is in use.");
      },
    });
  return (
    <button type="button" className="value-link" aria-haspopup="dialog" onClick={ask}>
      Ask ({danger ? "danger" : "harmless"}
      {refused ? ", refused" : ""})
    </button>
  );
}

function Telling({ kind }: { readonly kind: "success" | "error" | "info" }) {
  return (
    <button type="button" className="value-link" onClick={() => toast(kind, `A message (${kind}).`)}>
      Tell ({kind})
    </button>
  );
}

/** Questions, confirmations, messages. */
export const DIALOG_SCENES: readonly Scene[] = [
  {
    name: "Dialog",
    states: [
      {
        name: "to look at",
        dialog: ({ onClose }) => (
          <Dialog title="Details" onClose={onClose}>
            <p>Details of the object.</p>
          </Dialog>
        ),
      },
      {
        name: "with an answer",
        dialog: ({ onClose }) => (
          <Dialog title="Dialog with a button" size="small" answer={{ run: onClose }} onClose={onClose}>
            <p>Continue?</p>
          </Dialog>
        ),
      },
      {
        name: "busy",
        dialog: ({ onClose }) => (
          <Dialog title="Busy" size="small" answer={{ busy: true, run: onClose }} onClose={onClose}>
            <p>Loading…</p>
          </Dialog>
        ),
      },
    ],
  },
  {
    name: "Form in a dialog",
    states: [
      {
        name: "new",
        dialog: ({ onClose }) => (
          <FormDialog
            title="A thing"
            hint="You can change it later."
            fields={THING_FIELDS}
            onConfirm={done}
            onClose={onClose}
          />
        ),
      },
    ],
  },
  {
    name: "Question",
    states: [
      { name: "harmless", content: () => <Asking danger={false} refused={false} /> },
      { name: "danger", content: () => <Asking danger refused={false} /> },
      { name: "refused", content: () => <Asking danger refused /> },
    ],
  },
  {
    name: "Short message",
    states: (["success", "error", "info"] as const).map((kind) => ({
      name: kind,
      content: () => <Telling kind={kind} />,
    })),
  },
  {
    name: "Confirmation",
    states: [
      { name: "password", dialog: asking("password", []) },
      { name: "one-time password", dialog: asking("mfa", METHODS) },
      { name: "text message", dialog: asking("mfa", METHODS.slice(1)) },
      { name: "no method", dialog: asking("mfa", METHODS.slice(2)) },
    ],
  },
  {
    name: "Secret shown",
    states: [
      {
        name: "lines",
        dialog: ({ onClose }) => <SecretDialog name="root" url="/api/gallery/secret/" onClose={onClose} />,
      },
      {
        name: "none",
        dialog: ({ onClose }) => <SecretDialog name="root" url="/api/gallery/no-secret/" onClose={onClose} />,
      },
    ],
  },
  {
    name: "Message in full",
    states: [
      {
        name: "formatted",
        dialog: message("Disk almost full", "<h3>web-01</h3><p>9 % left. <a href='/ui/'>Look</a></p>"),
      },
      { name: "without a subject", dialog: message("", "Plain words.") },
    ],
  },
];
