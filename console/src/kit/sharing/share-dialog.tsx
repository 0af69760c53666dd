import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Spin, Switch } from "antd";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { confirm } from "../dialogs.tsx";
import { failureText, toastFailure } from "../feedback.ts";
import { formatDate } from "../metadata/dates.ts";
import { useCopy } from "../use-copy.ts";
import { LinkForm } from "./link-form.tsx";
import {
  closeLink,
  fetchShared,
  type Participant,
  permitParticipant,
  removeParticipant,
  type ShareLink,
} from "./sharing-api.ts";
import "./sharing.css";
import { labelled } from "../metadata/labelled.ts";

/** Milliseconds between looks at who has joined. */
const REFRESH = 3_000;

/** Props of the dialog. */
export interface ShareDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

/** Makes links to one's own session, shows who came by them, and says what they may do. */
export default function ShareDialog({ sessionId, onClose }: ShareDialogProps) {
  const { t } = useTranslation("sharing");
  const queries = useQueryClient();
  const key = ["session-sharing", sessionId];
  const shared = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchShared(sessionId, signal),
    refetchInterval: REFRESH,
    staleTime: 0,
  });
  const reload = () => queries.invalidateQueries({ queryKey: key });
  const { data, error } = shared;
  return (
    <Dialog title={t("title")} size="small" className="share-dialog" onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Spin className="share-wait" />
        ) : (
          <p role="alert">{isGone(error) ? t("unavailable") : failureText(error)}</p>
        )
      ) : (
        <>
          <LinkForm sessionId={sessionId} onMade={reload} />
          <h3>{t("links")}</h3>
          {data.links.length === 0 ? <p className="hint">{t("noLinks")}</p> : null}
          <ul className="share-list">
            {data.links.map((link) => (
              <Link key={link.id} link={link} reload={reload} />
            ))}
          </ul>
          <h3>{t("participants")}</h3>
          {data.participants.length === 0 ? <p className="hint">{t("nobody")}</p> : null}
          <ul className="share-list" aria-live="polite">
            {data.participants.map((one) => (
              <Person key={one.id} participant={one} reload={reload} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 405);

type Reload = () => Promise<unknown>;

function Link({ link, reload }: { readonly link: ShareLink; readonly reload: Reload }) {
  const { t } = useTranslation("sharing");
  const copy = useCopy();
  const { url, verify_code: code, users_display: people } = link;
  const close = () =>
    confirm({
      title: t("closeTitle"),
      content: t("closeBody"),
      confirmText: t("closeLink"),
      danger: true,
      onConfirm: () => closeLink(link.id).then(reload),
    });
  return (
    <li>
      <div className="share-link">
        <span className="share-address" title={url}>
          {url}
        </span>
        <span>
          {t("code")} <strong className="share-code">{code}</strong>
        </span>
      </div>
      <p className="hint">
        {[
          t(link.action_permission),
          people.length === 0 ? t("anyone") : people.join(", "),
          t("until", { time: formatDate(link.date_expired) }),
        ].join(" · ")}
      </p>
      <div className="share-acts">
        <Button size="small" onClick={() => void copy(url)}>
          {t("copyLink")}
        </Button>
        <Button size="small" onClick={() => void copy(`${url}#${code}`)}>
          {t("copyBoth")}
        </Button>
        <Button size="small" danger onClick={close}>
          {t("closeLink")}
        </Button>
      </div>
    </li>
  );
}

function Person(props: { readonly participant: Participant; readonly reload: Reload }) {
  const { participant, reload } = props;
  const { t } = useTranslation("sharing");
  const { id, user: name, action_permission: permission, remote_addr: address } = participant;
  const remove = () =>
    confirm({
      title: t("removeTitle", { name }),
      content: t("removeBody"),
      confirmText: t("remove"),
      danger: true,
      onConfirm: () => removeParticipant(id).then(reload),
    });
  const permit = (isWritable: boolean) =>
    permitParticipant(id, isWritable ? "writable" : "readonly").then(reload, toastFailure);
  return (
    <li className="share-person">
      <span className="share-name">
        {name} <span className="hint">{address}</span>
      </span>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
      <label className="share-switch">
        <Switch
          size="small"
          checked={permission === "writable"}
          aria-label={t("mayType", { name })}
          onChange={(isWritable) => void permit(isWritable)}
        />
        {t(permission)}
      </label>
      <Button size="small" danger onClick={remove} aria-label={labelled(t("remove"), name)}>
        {t("remove")}
      </Button>
    </li>
  );
}
