import { FieldError } from "../../../engine/errors.ts";
import { readServerKey } from "../../../transport/ssh/index.ts";
import { boolean, choice, integer, secret } from "../setting-kinds.ts";
import { terminalText as text } from "../terminal-texts.ts";

const same = (...values: string[]) =>
  values.map((value) => ({ value, label: { key: "literal", en: value, zh: value, ja: value } }));

/** @throws FieldError when the SSH server could not show it; the empty text leaves the key as it is */
function checkHostKey(value: string): string {
  if (value !== "" && readServerKey(value) === null) throw new FieldError([text.hostKeyUnusable]);
  return value;
}

/** Category `terminal`: how sessions are reached. */
export const terminalSettings = {
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: boolean(true, {
    label: text.registration,
    help: text.registrationHelp,
  }),
  TERMINAL_KOKO_SSH_ENABLED: boolean(true, { label: text.sshEnabled, help: text.sshEnabledHelp }),
  TERMINAL_PASSWORD_AUTH: boolean(true, {
    label: text.passwordAuthentication,
    help: text.passwordAuthenticationHelp,
  }),
  TERMINAL_PUBLIC_KEY_AUTH: boolean(true, {
    label: text.publicKeyAuthentication,
    help: text.publicKeyAuthenticationHelp,
  }),
  TERMINAL_BROWSER_AUTH: boolean(false, {
    label: text.browserAuthentication,
    help: text.browserAuthenticationHelp,
  }),
  TERMINAL_CERTIFICATE_HOURS: integer(8, {
    label: text.certificateHours,
    help: text.certificateHoursHelp,
    minimum: 0,
    maximum: 24,
  }),
  TERMINAL_ASSET_LIST_SORT_BY: choice("name", {
    label: text.sortBy,
    choices: [
      { value: "name", label: text.byName },
      { value: "ip", label: text.byAddress },
    ],
  }),
  TERMINAL_ASSET_LIST_PAGE_SIZE: choice("auto", {
    label: text.pageSize,
    choices: [
      { value: "all", label: text.all },
      { value: "auto", label: text.auto },
      ...same("10", "15", "25", "50"),
    ],
  }),
  TERMINAL_GRAPHICAL_RESOLUTION: choice("Auto", {
    label: text.resolution,
    help: text.resolutionHelp,
    choices: [{ value: "Auto", label: text.auto }, ...same("1024x768", "1366x768", "1600x900", "1920x1080")],
  }),
  TERMINAL_PROGRAM_RECORDING_SIZE: integer(10, {
    label: text.programRecording,
    help: text.programRecordingHelp,
    minimum: 0,
    maximum: 10_240,
  }), // megabytes
  TERMINAL_RECORDING_FREE_SPACE: integer(0, {
    label: text.recordingRoom,
    help: text.recordingRoomHelp,
    minimum: 0,
    maximum: 1_048_576,
  }), // megabytes
  TERMINAL_HOST_KEY: secret({
    label: text.hostKey,
    help: text.hostKeyHelp,
    maxLength: 16_384,
    check: checkHostKey,
  }),
  FTP_FILE_MAX_STORE: integer(100, {
    label: text.fileCopies,
    help: text.fileCopiesHelp,
    minimum: 0,
    maximum: 10_240,
  }),
};
