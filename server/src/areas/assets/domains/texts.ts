import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of domains and gateways. */
export const text = catalogue("assets.domain", {
  gateway: ["Gateway", "网关", "ゲートウェイ"],
  gateways: ["Gateways", "网关", "ゲートウェイ"],
  gatewayAsAsset: [
    "{names} is a gateway. Add it to the domain on the gateway's own page, under Gateways.",
    "{names} 是网关，请在该网关的页面中将其加入网域。",
    "{names} はゲートウェイです。ゲートウェイのページからドメインに追加してください。",
  ],
  withoutDomains: [
    "The platform of {names} does not use domains. Turn on domains on the platform first.",
    "{names} 的平台未启用网域，请先在平台中启用。",
    "{names} のプラットフォームではドメインが無効です。先にプラットフォームでドメインを有効にしてください。",
  ],
});
