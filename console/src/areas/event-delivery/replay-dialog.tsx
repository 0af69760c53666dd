import { api } from "../../kit/api/client.ts";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { toast } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { RECEIVERS, useEventTexts } from "./receivers.ts";

interface ReplayDialogProps {
  readonly row: Row;
  readonly reload: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks from which time on events are sent again. */
export function ReplayDialog({ row, reload, onClose }: ReplayDialogProps) {
  const { t } = useEventTexts();
  return (
    <FormDialog
      title={t("events:replay.title", { name: String(row.name) })}
      hint={t("events:replay.hint")}
      fields={{ from: { type: "datetime", label: t("events:replay.from"), required: true } }}
      confirmText={t("events:replay.run")}
      onConfirm={async (body) => {
        const { events } = await api<{ readonly events: number }>(
          `${RECEIVERS.url}${String(row.id)}/replay/`,
          { method: "POST", body },
        );
        toast("success", t("events:replay.done", { count: events }));
        onClose();
        await reload();
      }}
      onClose={onClose}
    />
  );
}
