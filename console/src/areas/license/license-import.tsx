import { useQueryClient } from "@tanstack/react-query";
import { Alert } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { refreshData } from "../../kit/api/resources.ts";
import { failureText, toast } from "../../kit/feedback.ts";
import { refreshSession } from "../../kit/session-refresh.ts";
import { FileDrop } from "../../kit/widgets/file-drop.tsx";
import { refusalOf } from "./license-facts.ts";

const IMPORT_URL = "/api/v1/xpack/license/import";

/** The answer to an imported file: whether it was taken, and if not, why. */
interface ImportAnswer {
  readonly status: boolean;
  readonly msg: string;
}

interface Refused {
  readonly name: string | undefined;
  readonly reason: string;
}

/** Takes a license file, by choice or dropped; a refused file is shown with the server's reason. */
export function LicenseImport() {
  const { t } = useTranslation("license");
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const take = async (files: readonly File[]) => {
    const [file] = files;
    const refusal = refusalOf(files);
    if (file === undefined || refusal !== undefined) {
      setRefused({ name: undefined, reason: t(refusal ?? "oneFile", { name: file?.name }) });
      return;
    }
    setRefused(undefined);
    setBusy(true);
    try {
      const body = new FormData();
      body.set("file", file);
      const { status, msg } = await api<ImportAnswer>(IMPORT_URL, { method: "POST", body });
      if (!status) return setRefused({ name: file.name, reason: msg });
      toast("success", msg);
      await refreshData(client);
      await refreshSession("everything");
    } catch (error) {
      setRefused({ name: file.name, reason: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card">
      <h2>{t("import")}</h2>
      <FileDrop hint={t("importHint")} busy={busy} onFiles={(files) => void take(files)}>
        <strong>{t("choose")}</strong> {t("drop")}
      </FileDrop>
      <div role="status">{busy ? <p className="hint">{t("importing")}</p> : null}</div>
      {refused === undefined ? null : (
        <Alert
          className="license-refused"
          type="error"
          showIcon
          role="alert"
          title={refused.name === undefined ? refused.reason : t("refused", { name: refused.name })}
          {...(refused.name === undefined ? {} : { description: refused.reason })}
        />
      )}
    </section>
  );
}
