import { useQuery } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchPage } from "../../../kit/api/resources.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { failureText } from "../../../kit/feedback.ts";
import { DialogForm } from "../../../kit/form/dialog-form.tsx";
import "../../../kit/field-kinds/inputs.ts";
import { FailureNotice, TableSkeleton } from "../../../kit/list/list-states.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { PLATFORMS } from "../resources.ts";
import { type HostEntry, mainProtocol } from "./host-entry.ts";
import { hostFields, hostGroups, hostOverrides, platformOf } from "./host-fields.ts";
import { type SavedHost, saveHost, testAccount } from "./save-host.ts";
import "./add-host.css";

/** Props of {@link AddHostDialog}. */
export interface AddHostDialogProps {
  /** Called whenever a machine was stored, also when it does not answer yet. */
  readonly onAdded: () => void;
  /** What to do with a machine that answers. */
  readonly next?: { readonly text: string; readonly run: (host: SavedHost) => void } | undefined;
  readonly onClose: () => void;
}

/** What a machine starts as: Linux where there is such a platform. */
function usualPlatform(platforms: readonly Row[]): Row | undefined {
  return platforms.find(({ name }) => name === "Linux") ?? platforms[0];
}

interface EntryProps extends AddHostDialogProps {
  readonly platforms: readonly Row[];
}

/** Where the dialog is: entering, waiting for the test, or told how it went. */
type Stage =
  | { readonly at: "form"; readonly problem?: string }
  | { readonly at: "testing" }
  | { readonly at: "done"; readonly isTested: boolean };

function Entry({ platforms, onAdded, next, onClose }: EntryProps) {
  const { t } = useTranslation(["addHost", "assetForms", "accounts", "common"]);
  const { t: accounts } = useTranslation(["accounts"]);
  const { can } = useSession();
  const [stage, setStage] = useState<Stage>({ at: "form" });
  const [saved, setSaved] = useState<SavedHost>();
  const [entry, setEntry] = useState<HostEntry>();
  const isSaved = saved !== undefined;
  const fields = useMemo(() => hostFields(platforms, t), [platforms, t]);
  const overrides = useMemo(
    () => hostOverrides(platforms, t, accounts, isSaved),
    [platforms, t, accounts, isSaved],
  );
  const groups = useMemo(() => hostGroups(t), [t]);
  const initial = useMemo(() => {
    const platform = usualPlatform(platforms);
    const port = platform === undefined ? undefined : mainProtocol(platform)?.port;
    return { platform: platform?.id, port: port ?? 22, secret_type: "password" };
  }, [platforms]);
  const mayTest = can("accounts.verify_account");

  const test = async (host: SavedHost) => {
    if (!mayTest || host.accountId === undefined) return setStage({ at: "done", isTested: false });
    setStage({ at: "testing" });
    try {
      const { succeeded, problem } = await testAccount(host.accountId);
      setStage(succeeded ? { at: "done", isTested: true } : { at: "form", problem });
    } catch (failure) {
      setStage({ at: "form", problem: failureText(failure) });
    }
    // The test has changed what lists say of the machine.
    onAdded();
  };
  const save = async (body: Record<string, unknown>) => {
    const platform = platformOf(platforms, body.platform);
    if (platform === undefined) return;
    const host = await saveHost(body, platform, saved);
    // Secrets are not kept in the page: what is shown again has none.
    const { secret: _secret, ssh_key: _key, passphrase: _passphrase, ...shown } = body;
    setEntry(shown);
    setSaved(host);
    onAdded();
    void test(host);
  };

  if (saved !== undefined && stage.at === "testing") {
    return (
      <div className="add-host-state" role="status">
        <span className="add-host-spinner" aria-hidden="true" />
        <p>{t("testing", { name: saved.name, username: valueText(entry?.username) })}</p>
      </div>
    );
  }
  if (saved !== undefined && stage.at === "done") {
    return (
      <>
        <Alert
          type="success"
          showIcon
          role="status"
          title={t(stage.isTested ? "works" : "added", {
            name: saved.name,
            username: valueText(entry?.username),
          })}
        />
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t("common:close")}</Button>
          {next === undefined ? null : (
            <Button type="primary" autoFocus onClick={() => next.run(saved)}>
              {next.text}
            </Button>
          )}
        </div>
      </>
    );
  }
  const problem = stage.at === "form" ? stage.problem : undefined;
  return (
    <DialogForm
      key={isSaved ? "again" : "new"}
      fields={fields}
      groups={groups}
      overrides={overrides}
      initial={initial}
      {...(entry === undefined ? {} : { object: entry })}
      intro={
        problem === undefined ? (
          <p className="hint">{t("intro")}</p>
        ) : (
          <Alert
            className="add-host-problem"
            type="error"
            showIcon
            role="alert"
            title={t("failed", { name: saved?.name })}
            description={problem === "" ? t("failedHint") : `${problem} ${t("failedHint")}`}
          />
        )
      }
      confirmText={t(isSaved ? "saveAndTest" : mayTest ? "addAndTest" : "add")}
      onConfirm={save}
      onCancel={onClose}
    />
  );
}

/** Adds a machine: its address, the account on it and whether both work, in one place. */
export default function AddHostDialog(props: AddHostDialogProps) {
  const { t } = useTranslation(["addHost", "kit"]);
  const platforms = useQuery({
    queryKey: ["list", PLATFORMS.url, "choices", "host"],
    queryFn: ({ signal }) => fetchPage(PLATFORMS.url, { category: "host" }, signal),
    staleTime: 300_000,
  });
  return (
    <Dialog title={t("title")} size="small" modal onClose={props.onClose}>
      {platforms.error !== null ? (
        <FailureNotice error={platforms.error} onRetry={() => void platforms.refetch()} />
      ) : platforms.data === undefined ? (
        <TableSkeleton />
      ) : (
        <Entry {...props} platforms={platforms.data.results} />
      )}
    </Dialog>
  );
}
