import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { toastFailure } from "../../kit/feedback.ts";
import { factorsQuery, renewRecoveryCodes } from "./factors.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import "./factors.css";

/** Below so many it is time for new ones. */
const FEW = 3;

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodesCard({ left }: { readonly left: number }) {
  const { t } = useTranslation(["factors", "common"]);
  const cache = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const renew = async () => {
    setBusy(true);
    try {
      const made = await renewRecoveryCodes();
      if (made === undefined) return;
      setCodes(made);
      await cache.invalidateQueries({ queryKey: factorsQuery.queryKey });
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const ask = () =>
    left === 0
      ? void renew()
      : confirm({
          title: t("factors:codes.renewTitle"),
          content: t("factors:codes.renewBody"),
          confirmText: t("factors:codes.renew"),
          // The question goes before the confirmation of who it is comes.
          onConfirm: () => void renew(),
        });
  return (
    <section className="card">
      <h2>{t("factors:codes.title")}</h2>
      <p className="hint">{t("factors:codes.hint")}</p>
      <div className="factor-row">
        <span className={left < FEW ? "factor-few" : undefined}>
          {t("factors:codes.left", { count: left })}
        </span>
        <Button size="small" loading={busy} onClick={ask}>
          {t(left === 0 ? "factors:codes.make" : "factors:codes.renew")}
        </Button>
      </div>
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}
