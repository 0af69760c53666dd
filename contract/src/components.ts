/**
 * The protocols that components made elsewhere carry, by the type of the component. Contract: docs/contract/sessions.md,
 * section 6.
 */
export const protocolsByComponent = {
  chen: ["mysql", "postgresql", "oracle", "sqlserver", "mariadb"],
  lion: ["rdp", "vnc"],
  magnus: ["mysql", "postgresql", "oracle", "mariadb", "redis"],
  razor: ["rdp"],
  kael: ["chatgpt"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A type of component that carries sessions and is made elsewhere. */
export type ComponentType = keyof typeof protocolsByComponent;

/** The types whose sessions are shown by a page of theirs, which a proxy or an endpoint leads to at `/<type>/connect`. */
export const componentsWithPage = ["chen", "lion", "kael"] as const satisfies readonly ComponentType[];

/** A type of component that has a page. */
export type ComponentWithPage = (typeof componentsWithPage)[number];
