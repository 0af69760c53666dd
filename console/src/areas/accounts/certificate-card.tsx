import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { type QuickAction, QuickActions } from "../../kit/detail/quick-actions.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { refreshShownData } from "../../kit/shown-data.ts";
import { type ActionOutcome, taskOutcome } from "../../kit/task-outcome.ts";
import { useCopy } from "../../kit/use-copy.ts";
import { PUSH_ACCOUNT } from "./resources.ts";
import "./certificate-card.css";

/** How an account signs in (docs/contract/account-automations.md, "Certificates"). */
interface CertificateState {
  readonly by_certificate: boolean;
  /** Why it cannot be set up, in the reader's language; null: it can, or is. */
  readonly unsuitable: string | null;
}

const AUTHORITY_URL = "/api/v1/sallyport/ssh-authority/";

const urlOf = ({ id }: Row): string =>
  `/api/v1/sallyport/account-certificates/${encodeURIComponent(String(id))}/`;

/** Asks, sets an account up, and waits for what comes of it; undefined: not after all. */
function askToSetUp(account: Row): Promise<ActionOutcome | undefined> {
  const body = { remove_secret: true };
  return new Promise((resolve, reject) =>
    confirm({
      title: i18next.t("accountPages:certificate.setUpTitle", { name: rowName(account) }),
      content: (
        <>
          <p>{i18next.t("accountPages:certificate.setUpBody")}</p>
          <Checkbox
            defaultChecked
            onChange={({ target }) => {
              body.remove_secret = target.checked;
            }}
          >
            {i18next.t("accountPages:certificate.removeSecret")}
          </Checkbox>
        </>
      ),
      confirmText: i18next.t("accountPages:certificate.setUp"),
      onCancel: () => resolve(undefined),
      onConfirm: async () => {
        const { task } = await api<{ task: string }>(urlOf(account), { method: "POST", body });
        taskOutcome(task).then(resolve, reject);
      },
    }),
  );
}

/** Asks, and has an account sign in by its secret again. */
function askToTurnOff(account: Row): void {
  const name = rowName(account);
  confirm({
    title: i18next.t("accountPages:certificate.turnOffTitle", { name }),
    content: i18next.t("accountPages:certificate.turnOffBody"),
    confirmText: i18next.t("accountPages:certificate.turnOff"),
    onConfirm: async () => {
      await api(urlOf(account), { method: "DELETE" });
      toast("success", i18next.t("accountPages:certificate.turnedOff", { name }));
      await refreshShownData();
    },
  });
}

/** The public key of the authority, for those who set hosts up by other means. */
function Authority() {
  const { t } = useTranslation("accountPages");
  const copy = useCopy();
  const { data } = useQuery({
    queryKey: ["ssh-authority"],
    queryFn: ({ signal }) => api<{ public_key: string }>(AUTHORITY_URL, { signal }),
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <div className="certificate-authority">
      <span>{t("certificate.authority")}</span>
      <code>{data.public_key}</code>
      <p className="hint">{t("certificate.authorityHelp")}</p>
      <Button size="small" onClick={() => void copy(data.public_key)}>
        {t("certificate.copy")}
      </Button>
    </div>
  );
}

/** How an account signs in over SSH, and the way to certificates; nothing where the server does not tell, or it cannot be. */
export function CertificateCard({ row }: { readonly row: Row }) {
  const { t } = useTranslation("accountPages");
  const { can, inRoot } = useSession();
  const { data } = useQuery({
    queryKey: ["account-certificate", String(row.id)],
    queryFn: ({ signal }) => api<CertificateState>(urlOf(row), { signal }),
    retry: false,
  });
  if (data === undefined || data.unsuitable !== null) return null;
  const mayChange = can("accounts.change_account");
  const action: QuickAction = data.by_certificate
    ? {
        key: "off",
        title: t("certificate.on"),
        button: t("certificate.turnOff"),
        disabled: !mayChange,
        run: () => askToTurnOff(row),
      }
    : {
        key: "set-up",
        title: t("certificate.off"),
        button: t("certificate.setUp"),
        disabled: !mayChange || !can(PUSH_ACCOUNT) || inRoot,
        run: () => askToSetUp(row),
      };
  return (
    <QuickActions title={t("certificate.title")} actions={[action]}>
      <p className="hint">{t(data.by_certificate ? "certificate.onHelp" : "certificate.offHelp")}</p>
      {mayChange ? <Authority /> : null}
    </QuickActions>
  );
}
