import type { SettingsPort } from "../../../engine/services.ts";
import { readAppearance } from "../../settings/index.ts";

/** How mails leave: the SMTP server of the settings, and whom they are from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, an upgrade that must succeed, or an upgrade where it is offered. */
  readonly security: "tls" | "starttls" | "opportunistic";
  /** Null: the server asks for none. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
  readonly sender: Mailbox;
}

/** An address with the name of who reads it. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const usualPorts = { tls: 465, starttls: 587, opportunistic: 25 } as const;

/** Something that can be in an SMTP command: one address, without anything that could end it. */
const plainAddress = /^[^\s<>(),;:"[\]\\@]+@[^\s<>(),;:"[\]\\@]+$/;

/** Reads `address` or `Name <address>`; null when it is neither. */
export function parseMailbox(text: string): Mailbox | null {
  if (hasControl(text)) return null;
  const [, name = "", bracketed] = /^\s*(?:"?([^"<>]*?)"?\s*)<([^<>]*)>\s*$/.exec(text) ?? [];
  const address = (bracketed ?? text).trim();
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}

/** Whether a text is one address that mail can be sent to. */
export function isMailAddress(address: string): boolean {
  return address.length <= 254 && plainAddress.test(address) && !hasControl(address);
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/**
 * The mail server as an administrator set it up; null while there is none, or nobody mails could be from.
 * Contract: docs/contract/notifications.md, "Mail".
 */
export async function readMailServer(settings: SettingsPort): Promise<MailServer | null> {
  const read = async (key: string): Promise<string> =>
    String((await settings.get<string | null>(key)) ?? "").trim();
  const [host, user, from] = [
    await read("EMAIL_HOST"),
    await read("EMAIL_HOST_USER"),
    await read("EMAIL_FROM"),
  ];
  const sender = parseMailbox(from === "" ? user : from);
  if (host === "" || sender === null) return null;
  const name = sender.name === "" ? (await readAppearance(settings)).login_title : sender.name;
  const isTls = await settings.get<boolean>("EMAIL_USE_SSL");
  const isUpgraded = await settings.get<boolean>("EMAIL_USE_TLS");
  const security = isTls ? "tls" : isUpgraded ? "starttls" : "opportunistic";
  const password = String((await settings.get<string | null>("EMAIL_HOST_PASSWORD")) ?? "");
  return {
    host,
    port: Number(await read("EMAIL_PORT")) || usualPorts[security],
    security,
    credentials: user === "" || password === "" ? null : { user, password },
    sender: { name, address: sender.address },
  };
}

/** Whether mails can be sent at all. */
export async function isMailSetUp(settings: SettingsPort): Promise<boolean> {
  return (await readMailServer(settings)) !== null;
}

/** A subject behind the prefix of the installation; where the prefix ends, a blank begins. */
export async function prefixedSubject(settings: SettingsPort, subject: string): Promise<string> {
  const prefix = await settings.get<string>("EMAIL_SUBJECT_PREFIX");
  return `${prefix.trim()} ${subject}`.trim();
}
