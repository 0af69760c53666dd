import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../kit/api/client.ts";
import { refreshData } from "../../../kit/api/resources.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { QuickCommand } from "./quick-run.ts";
import { ADHOCS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";

interface SaveCommandDialogProps {
  readonly command: Pick<QuickCommand, "module" | "args">;
  readonly onClose: () => void;
}

/** Keeps a command as a template. */
export function SaveCommandDialog({ command: { module, args }, onClose }: SaveCommandDialogProps) {
  const { t } = useJobTexts();
  const client = useQueryClient();
  return (
    <FormDialog
      title={t("saveCommand")}
      size="small"
      fields={{ name: { type: "string", label: t("name"), required: true, max_length: 128 } }}
      onClose={onClose}
      onConfirm={async (body) => {
        await api(ADHOCS.url, { method: "POST", body: { ...body, module, args } });
        toast("success", t("commandSaved"));
        await refreshData(client);
        onClose();
      }}
    />
  );
}
