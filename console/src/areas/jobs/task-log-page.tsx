import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "react-router";
import { Page } from "../../kit/page.tsx";
import { StatusMark } from "../../kit/status-mark.tsx";
import { type FollowState, followLog } from "../../kit/task-log/follow-log.ts";
import "./task-log-page.css";

/** The log of a task inside the console; `type` is said by the address, or by its query. */
export default function TaskLogPage() {
  const { t } = useTranslation(["tasks", "routes"]);
  const { id = "" } = useParams();
  const { pathname, search } = useLocation();
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<FollowState>("connecting");
  const type =
    new URLSearchParams(search).get("type") ?? (pathname.startsWith("/ops/ansible/") ? "ansible" : "celery");
  const label = t("routes:taskLog");
  useEffect(() => {
    if (container.current === null) return;
    const log = followLog(container.current, { task: id, type, label, onState: setState });
    return () => log.close();
  }, [id, type, label]);
  return (
    <Page title={label}>
      <div className="task-log-state" role="status">
        <StatusMark
          good={state === "following"}
          calm={state === "connecting" || state === "ended"}
          text={t(`follow.${state}`)}
        />
        <span className="task-log-id">{id}</span>
      </div>
      <div className="task-log-terminal" ref={container} />
    </Page>
  );
}
