import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of domains and gateways. */
export const text = catalogue("assets.domain", {
  gateway: ["Gateway", "网关", "ゲートウェイ"],
  gateways: ["Gateways", "网关", "ゲートウェイ"],
  gatewayAsAsset: [
    "{names} is a gateway. Put it into the domain by its own form, under Gateways.",
    "{names} 是网关，请在网关自己的表单中将其加入网域。",
    "{names} はゲートウェイです。ゲートウェイのフォームからドメインに追加してください。",
  ],
  withoutDomains: [
    "The platform of {names} does not work with domains.",
    "{names} 所属的平台未启用网域。",
    "{names} のプラットフォームではドメインが無効です。",
  ],
});
