import type { Message } from "../../engine/i18n/index.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { isMailSetUp } from "./mail/mail-server.ts";
import { text } from "./texts.ts";

/** A delivery channel of messages. Contract: docs/contract/notifications.md, section 4. */
export interface Backend {
  readonly name: string;
  readonly label: Message;
  /** Column of `users` with somebody's address there. */
  readonly address: "email" | "wecom_id" | "dingtalk_id" | "id" | "feishu_id";
  /** Whether this installation can send that way now. */
  isEnabled(settings: SettingsPort): Promise<boolean>;
}

const switchedOn =
  (key: string) =>
  (settings: SettingsPort): Promise<boolean> =>
    settings.get<boolean>(key);

/** All that the contract names, in its order. People may choose one that is not enabled: it counts once it is. */
export const backends: readonly Backend[] = [
  { name: "email", label: text.backendMail, address: "email", isEnabled: isMailSetUp },
  { name: "wecom", label: text.backendWecom, address: "wecom_id", isEnabled: switchedOn("AUTH_WECOM") },
  {
    name: "dingtalk",
    label: text.backendDingtalk,
    address: "dingtalk_id",
    isEnabled: switchedOn("AUTH_DINGTALK"),
  },
  { name: "site_msg", label: text.siteMessage, address: "id", isEnabled: async () => true },
  { name: "feishu", label: text.backendFeishu, address: "feishu_id", isEnabled: switchedOn("AUTH_FEISHU") },
];

/** Choices of a list of backends. */
export const backendChoices = backends.map(({ name, label }) => ({ value: name, label }));

/** The backends this installation can use now. */
export async function enabledBackends(settings: SettingsPort): Promise<readonly Backend[]> {
  const enabled = await Promise.all(backends.map((backend) => backend.isEnabled(settings)));
  return backends.filter((_backend, index) => enabled[index]);
}
