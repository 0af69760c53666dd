import type { ResourceDescriptor } from "../../../kit/resource.ts";

const TERMINAL = "/settings/terminal";

/** The list of components, a tab of the terminal settings. */
export const COMPONENTS_TAB = "Components";

/** How all components and the installation are, a tab of the terminal settings. */
export const MONITOR_TAB = "Monitor";

/** The components (docs/contract/components.md, section 1). */
export const COMPONENTS: ResourceDescriptor = {
  url: "/api/v1/terminal/terminals/",
  permission: { app: "terminal", model: "terminal" },
  global: true,
  routes: {
    list: TERMINAL,
    update: (id) => `${TERMINAL}/${id}/update`,
    detail: (id) => `${TERMINAL}/${id}`,
  },
};

/** Where the components of a name, or in a state, are listed. */
export const componentsWith = (filter: Readonly<Record<string, string>>): string =>
  `${TERMINAL}?${new URLSearchParams({ activeTab: COMPONENTS_TAB, ...filter })}`;
