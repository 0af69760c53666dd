import { Button } from "antd";
import { useCallback, useEffect, useState } from "react";
import { useBriefSight } from "../../kit/confirm/use-brief-sight.ts";
import { useConfirmed } from "../../kit/confirm/use-confirmed.ts";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { TimeText } from "../../kit/time-text.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import "../../kit/widgets/widgets.css";
import { useAccountTexts } from "./use-account-texts.ts";

interface FormerSecretsProps {
  readonly account: Row;
  readonly onClose: () => void;
}

interface Former {
  readonly id: number;
  readonly secret: string | null;
  readonly version: number;
  readonly history_date: string;
}

/** How many former secrets are shown; older ones are found by the API. */
const MOST = 50;

/** The secrets an account had before, each in sight only when asked for; all are gone after a short time. */
export default function FormerSecrets({ account, onClose }: FormerSecretsProps) {
  const { t } = useAccountTexts();
  const copy = useCopy();
  const id = encodeURIComponent(String(account.id));
  const { data, read, clear } = useConfirmed<{ readonly results: readonly Former[] }>(
    `/api/v1/accounts/account-secrets/${id}/histories/?limit=${MOST}&offset=0`,
  );
  const [asked, setAsked] = useState(false);
  const [inSight, setInSight] = useState<number>();
  const shown = data !== undefined;
  const hide = useCallback(() => clear(), [clear]);
  const left = useBriefSight(shown, hide);
  useEffect(() => {
    void read().then(() => setAsked(true));
  }, [read]);
  useEffect(() => {
    if (asked && !shown) onClose();
  }, [asked, shown, onClose]);
  if (!shown) return null;
  return (
    <Dialog title={t("former.title", { name: valueText(account.name) })} size="medium" onClose={onClose}>
      {data.results.length === 0 ? (
        <p>{t("former.none")}</p>
      ) : (
        <section className="pick-table">
          <div className="pick-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("former.version")}</th>
                  <th scope="col">{t("former.date")}</th>
                  <th scope="col">{t("accounts:secret")}</th>
                </tr>
              </thead>
              <tbody>
                {data.results.map(({ id: key, secret, version, history_date }) => (
                  <tr key={key}>
                    <td className="numeric">{version}</td>
                    <td>
                      <TimeText value={history_date} />
                    </td>
                    <td>
                      {secret === null ? (
                        t("former.empty")
                      ) : (
                        <>
                          <code>{inSight === key ? secret : "••••••"}</code>{" "}
                          <Button size="small" onClick={() => setInSight(inSight === key ? undefined : key)}>
                            {t(inSight === key ? "former.hide" : "former.show")}
                          </Button>{" "}
                          <Button size="small" onClick={() => void copy(secret)}>
                            {t("common:copy")}
                          </Button>
                        </>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="hint">{t("former.hides", { count: left })}</p>
        </section>
      )}
    </Dialog>
  );
}
