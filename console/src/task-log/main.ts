import { setStyleNonce } from "../kit/style-nonce.ts";
import { type FollowState, followLog } from "../kit/task-log/follow-log.ts";
import "../kit/look/fonts.css";
import "../kit/look/tokens.css";
import "./page.css";

// The page that follows the log of a task; the server has made it, with its texts, and this fills the terminal.
setStyleNonce();
const { task = "", label = "", states = "{}" } = document.body.dataset;
const words = JSON.parse(states) as Readonly<Record<FollowState, string>>;
const state = document.querySelector<HTMLElement>(".state");
const container = document.querySelector<HTMLElement>("main");
const type = new URLSearchParams(location.search).get("type") ?? "celery";
if (container !== null) {
  followLog(container, {
    task,
    type,
    label,
    onState: (next) => {
      if (state === null) return;
      state.textContent = words[next];
      state.dataset.state = next;
      void tellStart();
    },
  });
}

/** Fills in when it began, where it had not when the page was made. */
async function tellStart(): Promise<void> {
  const start = document.querySelector<HTMLElement>("dd[data-start]");
  if (start === null || start.textContent !== "-") return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const answer = await fetch(`/api/v1/ops/task-executions/${encodeURIComponent(task)}/`, {
    headers: { "X-TZ": zone },
  }).catch(() => null);
  if (answer?.ok !== true) return;
  const { date_start } = (await answer.json()) as { readonly date_start: string | null };
  if (date_start !== null) start.textContent = date_start;
}
