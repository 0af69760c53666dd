import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { orIfNotFound } from "../../../kit/api/not-found.ts";
import { confirmed } from "../../../kit/confirm/confirmation.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import { DialogForm } from "../../../kit/form/dialog-form.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import type { FieldMap } from "../../../kit/metadata/types.ts";
import { TimeText } from "../../../kit/time-text.tsx";
import { saveFile } from "../../../kit/transfer/download.ts";
import { useProfileTexts } from "./profile-texts.ts";
import { usePublicKeyOverride } from "./public-key-override.ts";
import "./certificates-card.css";

const CERTIFICATES_URL = "/api/v1/sallyport/own-ssh-certificates/";
const QUERY_KEY = ["profile", "certificates"];

/** A key that is signed for the person (docs/contract/identity.md, "SSH certificates"). */
interface Certificate {
  readonly id: string;
  readonly fingerprint: string;
  /** As a file of OpenSSH has it. */
  readonly certificate: string;
  readonly remote_address: string;
  /** Empty for a key that was signed on this page. */
  readonly client: string;
  readonly date_expired: string;
  readonly date_last_used: string | null;
}

/** The person's signed keys. */
interface OwnCertificates {
  /** Hours for which a key is signed; 0 where none is. */
  readonly hours: number;
  readonly certificates: readonly Certificate[];
}

/** The file name that OpenSSH looks for beside the usual key of a type. */
function fileNameOf({ certificate }: Certificate): string {
  const kind = ["ed25519", "ecdsa", "rsa"].find((name) => certificate.split("-cert-")[0]?.includes(name));
  return `id_${kind ?? "key"}${certificate.startsWith("sk-") ? "_sk" : ""}-cert.pub`;
}

interface CertificateRowProps {
  readonly certificate: Certificate;
  readonly onRevoke: () => void;
}

function CertificateRow({ certificate, onRevoke }: CertificateRowProps) {
  const { t } = useProfileTexts();
  const { fingerprint, client, remote_address: address } = certificate;
  return (
    <li className="certificate-row">
      <span className="certificate-facts">
        <strong className="code">{fingerprint}</strong>
        <span className="hint">
          {t("personal:certificates.until")} <TimeText value={certificate.date_expired} />
          {" · "}
          {client === ""
            ? t("personal:certificates.from", { address })
            : t("personal:certificates.fromClient", { client, address })}
          {" · "}
          {certificate.date_last_used === null ? (
            t("personal:certificates.unused")
          ) : (
            <>
              {t("personal:certificates.used")} <TimeText value={certificate.date_last_used} />
            </>
          )}
        </span>
      </span>
      <span className="certificate-buttons">
        <Button
          size="small"
          aria-label={t("personal:certificates.downloadOne", { fingerprint })}
          onClick={() =>
            saveFile(
              fileNameOf(certificate),
              new Blob([`${certificate.certificate}\n`], { type: "text/plain" }),
            )
          }
        >
          {t("personal:certificates.download")}
        </Button>
        <Button
          size="small"
          danger
          aria-label={t("personal:certificates.revokeOne", { fingerprint })}
          onClick={onRevoke}
        >
          {t("personal:certificates.revoke")}
        </Button>
      </span>
    </li>
  );
}

/** Takes a public key, and has it signed after a confirmation by the second factor. */
function SignDialog({
  onSigned,
  onClose,
}: {
  readonly onSigned: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useProfileTexts();
  const publicKey = usePublicKeyOverride();
  const fields = useMemo<FieldMap>(
    () => ({
      public_key: {
        type: "string",
        label: t("personal:certificates.publicKey"),
        required: true,
        read_only: false,
        max_length: 16_384,
      },
    }),
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({ public_key: { ...publicKey, required: true } }),
    [publicKey],
  );
  const sign = async (body: Readonly<Record<string, unknown>>) => {
    const made = await confirmed(() => api<Certificate>(CERTIFICATES_URL, { method: "POST", body }));
    if (made !== undefined) await onSigned();
  };
  return (
    <Dialog title={t("personal:certificates.sign")} size="small" modal onClose={onClose}>
      <DialogForm
        fields={fields}
        overrides={overrides}
        confirmText={t("personal:certificates.sign")}
        intro={<p className="hint">{t("personal:certificates.signHint")}</p>}
        onConfirm={sign}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** The keys of the person that are signed now; nothing where the server signs none. */
export function CertificatesCard() {
  const { t } = useProfileTexts();
  const cache = useQueryClient();
  const [isSigning, setSigning] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => orIfNotFound(api<OwnCertificates>(CERTIFICATES_URL), null),
  });
  const refresh = () => cache.invalidateQueries({ queryKey: QUERY_KEY });
  const revoke = ({ id, fingerprint }: Certificate) =>
    confirm({
      title: t("personal:certificates.revokeTitle"),
      content: t("personal:certificates.revokeBody", { fingerprint }),
      confirmText: t("personal:certificates.revoke"),
      danger: true,
      onConfirm: async () => {
        await api(`${CERTIFICATES_URL}${id}/`, { method: "DELETE" });
        toast("success", t("personal:certificates.revoked"));
        await refresh();
      },
    });
  const signed = async () => {
    setSigning(false);
    toast("success", t("personal:certificates.signed"));
    await refresh();
  };
  if (error !== null) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (data == null || data.hours === 0) return null;
  return (
    <section className="card">
      <h2>{t("personal:certificates.title")}</h2>
      <p className="hint">{t("personal:certificates.hint", { count: data.hours })}</p>
      <ul className="certificate-list">
        {data.certificates.map((certificate) => (
          <CertificateRow
            key={certificate.id}
            certificate={certificate}
            onRevoke={() => revoke(certificate)}
          />
        ))}
      </ul>
      {data.certificates.length === 0 ? <p>{t("personal:certificates.none")}</p> : null}
      <Button size="small" onClick={() => setSigning(true)}>
        {t("personal:certificates.sign")}
      </Button>
      {isSigning ? <SignDialog onSigned={signed} onClose={() => setSigning(false)} /> : null}
    </section>
  );
}
