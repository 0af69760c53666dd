import { giveStylesTheNonce } from "../kit/style-nonce.ts";
import { type FollowState, followLog } from "../kit/task-log/follow-log.ts";
import "./page.css";

// The page that follows the log of a task; the server has made it, with its texts, and this fills the terminal.
giveStylesTheNonce();
const { task = "", label = "", states = "{}" } = document.body.dataset;
const words = JSON.parse(states) as Readonly<Record<FollowState, string>>;
const state = document.querySelector<HTMLElement>(".state");
const place = document.querySelector<HTMLElement>("main");
const type = new URLSearchParams(location.search).get("type") ?? "celery";
if (place !== null) {
  followLog(place, {
    task,
    type,
    label,
    onState: (next) => {
      if (state === null) return;
      state.textContent = words[next];
      state.dataset.state = next;
    },
  });
}
