import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../kit/api/client.ts";
import { fieldsOf, refreshData } from "../../../kit/api/resources.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import "../../../kit/field-kinds/inputs.ts";
import { DialogForm } from "../../../kit/form/dialog-form.tsx";
import { FormLoader } from "../../../kit/form/form-loader.tsx";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import { SETTINGS_URL } from "./setting-source.ts";

interface SettingDialogProps {
  readonly title: string;
  readonly category: string;
  /** The settings asked for; keep the list the same between drawings. */
  readonly keys: readonly string[];
  readonly onClose: () => void;
}

/** Some settings of a category, changed where they matter rather than on their page. */
export function SettingDialog({ title, category, keys, onClose }: SettingDialogProps) {
  const { t } = useSettingsTexts();
  const client = useQueryClient();
  const url = `${SETTINGS_URL}?category=${category}`;
  const groups = useMemo(() => [{ title: "", fields: keys }], [keys]);
  const save = async (body: Record<string, unknown>) => {
    await api(url, { method: "PATCH", body });
    toast("success", t("settings:saved"));
    onClose();
    await Promise.all([refreshData(client), refreshSession("everything")]);
  };
  return (
    <Dialog title={title} size="small" modal onClose={onClose}>
      <FormLoader metadataUrl={url} objectUrl={url}>
        {(metadata, object) => (
          <DialogForm
            fields={fieldsOf(metadata, "PATCH")}
            groups={groups}
            object={object ?? {}}
            confirmText={t("common:save")}
            onConfirm={save}
            onCancel={onClose}
          />
        )}
      </FormLoader>
    </Dialog>
  );
}
