import { api, configureApi } from "../kit/api/client.ts";
import { writeCookie } from "../kit/api/cookies.ts";

const PROFILE_URL = "/api/v1/users/profile/";
const IDLE = 30_000;
const MARK_PERIOD = 10_000;
const MARK_LIFE = 120;

/**
 * Keeps the session alive while the page is used: the profile is asked for half a minute after the last other
 * answer. In `close` mode the session mark is renewed, so that it ends two minutes after the page is gone
 * (docs/contract/console.md, "Start-up").
 *
 * @param mark value of the cookie `jms_session_expire`
 * @param askProfile asks for the profile, from which the page also learns what the person may do by now
 * @returns stops both
 */
export function startKeepAlive(
  mark: string | undefined,
  askProfile: () => Promise<unknown> = () => api(PROFILE_URL),
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  configureApi({
    responded: (url) => {
      if (url.startsWith(PROFILE_URL)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void askProfile().catch(() => undefined), IDLE);
    },
  });
  const stopTimer = () => {
    clearTimeout(timer);
    configureApi({ responded: () => {} });
  };
  if (mark !== "close") return stopTimer;
  const renew = () => writeCookie("jms_session_expire", "close", MARK_LIFE);
  renew();
  const period = setInterval(renew, MARK_PERIOD);
  return () => {
    stopTimer();
    clearInterval(period);
  };
}
