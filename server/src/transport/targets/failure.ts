import { type Message, translate, withParameters } from "../../engine/i18n/messages.ts";
import { text } from "./texts.ts";

/** A gateway of a domain, as failures name it. */
export interface GatewayName {
  readonly id: string;
  readonly name: string;
}

/** Why a target could not be reached or used: a stable code, and what the person reads. */
export class TargetFailure extends Error {
  readonly code: string;
  readonly detail: Message;
  /** The gateway on the way that is at fault; null when it is the target itself. */
  readonly gateway: GatewayName | null;

  constructor(code: string, detail: Message, gateway: GatewayName | null = null) {
    super(detail.en);
    this.name = "TargetFailure";
    this.code = code;
    this.detail = detail;
    this.gateway = gateway;
  }

  /** The same failure, as one of a gateway on the way: the text says which. */
  at(gateway: GatewayName): TargetFailure {
    const say = (language: "en" | "zh" | "ja") =>
      translate(
        withParameters(text.atGateway, { gateway: gateway.name, reason: translate(this.detail, language) }),
        language,
      );
    const detail = { key: text.atGateway.key, en: say("en"), zh: say("zh"), ja: say("ja") };
    return new TargetFailure(this.code, detail, gateway);
  }
}

/** `host:port`, as people write it. */
export function displayAddress(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
