import type { RequestContext } from "../../../engine/access/index.ts";
import { type Language, translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { type AutomationMethod, automationItems, methodsByType } from "./automation.ts";
import { findProtocol, settingDefaults } from "./protocols.ts";
import type { PlatformType } from "./types.ts";

/**
 * What a type allows, as clients read it. Contract: docs/contract/assets.md, "Constraints".
 */
export function presentConstraints(
  type: PlatformType,
  { language, services }: Pick<RequestContext, "language" | "services">,
): Record<string, Json> {
  const { rules } = type;
  return {
    charset_enabled: rules.charsetEnabled === true,
    ...(rules.charsetEnabled === true ? { charset: "utf-8" } : {}),
    domain_enabled: rules.domainEnabled,
    su_enabled: rules.suEnabled,
    ...(rules.suMethods === undefined ? {} : { su_methods: rules.suMethods }),
    protocols: presentProtocols(rules.protocols.map((name) => ({ name }))),
    automation: presentAutomation(type, language, [
      ...(methodsByType[type.value] ?? []),
      ...services.extensions.of("automationMethods").filter(({ types }) => types.includes(type.value)),
    ]),
  };
}

/**
 * Protocols of a type in the shape of the constraints; the first one is the default. A port is only asked for where
 * the protocol has none of its own.
 */
export function presentProtocols(
  protocols: readonly { readonly name: string; readonly port?: number }[],
): Json {
  return protocols.map(({ name, port }, index) => {
    const protocol = findProtocol(name);
    return {
      name,
      port: protocol?.port ?? port ?? 0,
      ...(protocol?.required === true ? { required: true } : {}),
      ...(protocol?.portFromAddress === true ? { port_from_addr: true } : {}),
      secret_types: protocol?.secretTypes ?? ["password"],
      setting: protocol === undefined ? {} : settingDefaults(protocol),
      ...(index === 0 ? { default: true } : {}),
    };
  });
}

function presentAutomation(
  { rules }: PlatformType,
  language: Language,
  methods: readonly AutomationMethod[],
): Json {
  const items = automationItems.filter((item) => rules.withoutItems?.includes(item) !== true);
  return {
    ansible_enabled: rules.ansibleEnabled,
    ...(rules.ansibleConfig === undefined ? {} : { ansible_config: rules.ansibleConfig }),
    ...Object.fromEntries(items.map((item) => [`${item}_enabled`, rules.items.includes(item)])),
    ...(rules.ansibleEnabled ? { ansible_methods: [] } : {}),
    ...(Object.keys(rules.ansibleConfig ?? {}).length > 0 ? { ansible_config_methods: [] } : {}),
    ...Object.fromEntries(
      rules.items.map((item) => [
        `${item}_methods`,
        methods
          .filter((method) => method.item === item)
          .map((method) => ({ name: translate(method.label, language), id: method.id })),
      ]),
    ),
  };
}
