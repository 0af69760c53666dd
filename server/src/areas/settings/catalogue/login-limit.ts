import { addressEntry } from "../../../engine/resource/index.ts";
import { text } from "../security-texts.ts";
import { boolean, choice, integer, list } from "../setting-kinds.ts";

const tries = { required: true, minimum: 3, maximum: 99_999 } as const;
const minutes = { required: true, minimum: 5, maximum: 99_999, help: text.blockMinutesHelp } as const;

const address = addressEntry();

/** Category `security_login_limit`: how often and from where signing in may be tried, and how access rules are gone through. */
export const loginLimitSettings = {
  SECURITY_LOGIN_LIMIT_COUNT: integer(7, { label: text.userTries, help: text.userTriesHelp, ...tries }),
  SECURITY_LOGIN_LIMIT_TIME: integer(30, { label: text.userBlockMinutes, ...minutes }),
  SECURITY_LOGIN_IP_LIMIT_COUNT: integer(99_999, {
    label: text.addressTries,
    help: text.addressTriesHelp,
    ...tries,
  }),
  SECURITY_LOGIN_IP_LIMIT_TIME: integer(30, { label: text.addressBlockMinutes, ...minutes }),
  SECURITY_LOGIN_IP_WHITE_LIST: list([], {
    label: text.addressWhiteList,
    help: text.addressWhiteListHelp,
    child: address,
  }),
  SECURITY_LOGIN_IP_BLACK_LIST: list([], {
    label: text.addressBlackList,
    help: text.addressBlackListHelp,
    child: address,
  }),
  USER_LOGIN_SINGLE_MACHINE_ENABLED: boolean(false, {
    label: text.singleMachine,
    help: text.singleMachineHelp,
  }),
  ONLY_ALLOW_EXIST_USER_AUTH: boolean(false, { label: text.onlyExisting, help: text.onlyExistingHelp }),
  ONLY_ALLOW_AUTH_FROM_SOURCE: boolean(false, { label: text.onlySource, help: text.onlySourceHelp }),
  ACL_PRIORITY_ORDER: choice("highest_first", {
    label: text.ruleOrder,
    help: text.ruleOrderHelp,
    choices: [
      { value: "highest_first", label: text.highestFirst },
      { value: "lowest_first", label: text.lowestFirst },
    ],
  }),
};
