import { TooManyRequests } from "../../../engine/errors.ts";
import { siteOrigin } from "../../../engine/http/index.ts";
import type { BrowserRequest } from "../../../transport/connections/index.ts";
import { limitSignIn, recordLogin } from "../../credentials/index.ts";
import { signInAtTerminal, type TerminalServices, type TerminalSignIn } from "../../sign-in/index.ts";
import { isBrowserSignInOn } from "../certificate-settings.ts";
import { text } from "../texts.ts";
import { requestPath } from "./request-path.ts";
import {
  closeRequest,
  openRequest,
  type RequestServices,
  requestChanged,
  requestMinutes,
  requestState,
} from "./request-store.ts";

/** What a sign-in by the browser takes. */
type BrowserServices = TerminalServices & RequestServices;

const tooMany: TerminalSignIn = { state: "refused", language: "en", message: text.tooMany, told: true };

/**
 * Has an SSH client wait until somebody allows it in the browser; null where that is switched off. What is allowed goes
 * on like every sign-in at the SSH server: state of the user, locks, addresses, rules and consent decide then.
 * Contract: docs/contract/ssh.md, "Sign-in in the browser".
 */
export async function openBrowserSignIn(
  services: BrowserServices,
  request: BrowserRequest,
): Promise<TerminalSignIn | null> {
  if (!(await isBrowserSignInOn(services))) return null;
  const { username, remoteAddress, client } = request;
  try {
    limitSignIn({ services, remoteAddress }, username);
  } catch (error) {
    if (error instanceof TooManyRequests) return tooMany;
    throw error;
  }
  const opened = await openRequest(services, request);
  if (opened === null) return tooMany;
  const { id, token, code } = opened;
  const end = async (reason: "browser_refused" | "browser_late"): Promise<TerminalSignIn> => {
    await recordLogin(services, {
      ...{ username, remoteAddress, userAgent: client, reason, backend: "Browser" },
      ...{ type: "T", succeeded: false, mfa: 2 },
    });
    return {
      state: "refused",
      language: "en",
      message: reason === "browser_late" ? text.tooLate : text.refusedThere,
      told: true,
    };
  };
  const waiting: TerminalSignIn = {
    state: "browser",
    language: "en",
    link: `${await siteOrigin(services)}${requestPath}${token}/`,
    code,
    minutes: requestMinutes,
    changed: (signal) => requestChanged(services, id, signal),
    async look() {
      const state = await requestState(services, id);
      if (state === "pending") return waiting;
      if (state === "refused") return end("browser_refused");
      if (state !== "allowed") return end("browser_late");
      return signInAtTerminal(services, {
        ...{ username, remoteAddress, client },
        proof: { kind: "browser", key: id },
      });
    },
    cancel: () => closeRequest(services, id),
  };
  return waiting;
}
