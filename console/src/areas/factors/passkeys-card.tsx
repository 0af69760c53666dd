import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { confirmed } from "../../kit/confirm/confirmation.ts";
import { browserHasPasskeys } from "../../kit/confirm/passkey.ts";
import { confirmDelete } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { refreshSession } from "../../kit/session-refresh.ts";
import { TimeText } from "../../kit/time-text.tsx";
import { addPasskey, factorsQuery, PASSKEYS_URL, passkeysQuery } from "./factors.ts";
import { PasskeyNameDialog } from "./passkey-name-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import "./factors.css";

/** Where passkeys can be used: the address they are made for, which may be another one than this page's. */
function PasskeyOrigin({ origin }: { readonly origin: string | null }) {
  const { t } = useTranslation(["factors", "common"]);
  if (origin === null) return <p className="hint">{t("factors:passkeys.impossible")}</p>;
  if (origin === window.location.origin && browserHasPasskeys()) return null;
  return (
    <p className="hint">
      {t("factors:passkeys.elsewhere")}{" "}
      <a href={`${origin}/ui/profile/setting?activeTab=MFAUpdate`}>{origin}</a>
    </p>
  );
}

interface PasskeyRowProps {
  readonly passkey: Row;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation(["factors", "common"]);
  const name = String(passkey.name);
  return (
    <li className="factor-row">
      <span className="factor-facts">
        <strong>{name}</strong>
        <span className="hint">
          {t("factors:passkeys.added")} <TimeText value={passkey.date_created} />
          {" · "}
          {passkey.date_last_used === null ? (
            t("factors:passkeys.unused")
          ) : (
            <>
              {t("factors:passkeys.used")} <TimeText value={passkey.date_last_used} />
            </>
          )}
          {passkey.is_synced === true ? ` · ${t("factors:passkeys.synced")}` : null}
        </span>
      </span>
      <span className="factor-buttons">
        <Button size="small" onClick={onRename} aria-label={t("factors:passkeys.renameOne", { name })}>
          {t("factors:passkeys.rename")}
        </Button>
        <Button size="small" danger onClick={onRemove} aria-label={t("factors:passkeys.removeOne", { name })}>
          {t("common:delete")}
        </Button>
      </span>
    </li>
  );
}

/** One's passkeys: add, rename, delete. */
export function PasskeysCard({ origin }: { readonly origin: string | null }) {
  const { t } = useTranslation(["factors", "common"]);
  const cache = useQueryClient();
  const passkeys = useQuery(passkeysQuery);
  /** A passkey that is renamed, or `new` for one that is added. */
  const [naming, setNaming] = useState<Row | "new">();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = async () => {
    await cache.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    await cache.invalidateQueries({ queryKey: factorsQuery.queryKey });
    await refreshSession();
  };
  const add = async (name: string) => {
    let made: readonly string[] | undefined;
    try {
      made = await addPasskey(name);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // The browser's words for a closed dialog are for developers.
      const isKnown = error instanceof Error && error.name === "InvalidStateError";
      toast("error", t(isKnown ? "factors:passkeys.known" : "factors:passkeys.cancelled"));
      return;
    }
    if (made === undefined) return;
    setNaming(undefined);
    toast("success", t("factors:passkeys.done"));
    if (made.length > 0) setCodes(made);
    await refresh();
  };
  const rename = async (passkey: Row, name: string) => {
    await api(`${PASSKEYS_URL}${String(passkey.id)}/`, { method: "PATCH", body: { name } });
    setNaming(undefined);
    await refresh();
  };
  const remove = async (passkey: Row) => {
    const call = async () => {
      await api(`${PASSKEYS_URL}${String(passkey.id)}/`, { method: "DELETE" });
      return true;
    };
    try {
      if (await confirmed(call)) await refresh();
    } catch (error) {
      toastFailure(error);
    }
  };
  // The question goes before the confirmation of who it is comes.
  const askToRemove = (passkey: Row) =>
    confirmDelete(String(passkey.name), async () => {
      void remove(passkey);
    });
  const canAdd = origin !== null && origin === window.location.origin && browserHasPasskeys();
  return (
    <section className="card">
      <h2>{t("factors:passkeys.title")}</h2>
      <p className="hint">{t("factors:passkeys.hint")}</p>
      <PasskeyOrigin origin={origin} />
      {passkeys.error === null ? (
        <ul className="factor-list">
          {(passkeys.data ?? []).map((passkey) => (
            <PasskeyRow
              key={String(passkey.id)}
              passkey={passkey}
              onRename={() => setNaming(passkey)}
              onRemove={() => askToRemove(passkey)}
            />
          ))}
        </ul>
      ) : (
        <FailureNotice error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      )}
      {passkeys.data?.length === 0 ? <p>{t("factors:passkeys.none")}</p> : null}
      {canAdd ? (
        <Button size="small" onClick={() => setNaming("new")}>
          {t("factors:passkeys.add")}
        </Button>
      ) : null}
      {naming === "new" ? (
        <PasskeyNameDialog
          title={t("factors:passkeys.add")}
          hint={t("factors:passkeys.addHint")}
          confirmText={t("factors:passkeys.goOn")}
          onName={add}
          onClose={() => setNaming(undefined)}
        />
      ) : naming === undefined ? null : (
        <PasskeyNameDialog
          title={t("factors:passkeys.renameOne", { name: String(naming.name) })}
          name={String(naming.name)}
          confirmText={t("factors:passkeys.rename")}
          onName={(name) => rename(naming, name)}
          onClose={() => setNaming(undefined)}
        />
      )}
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}
