import { defineArea } from "../../shell/routes/area.ts";
import { LATER, resourceRoutes } from "../../shell/routes/resource-routes.ts";

const ASSETS = "/console/assets/assets";
const CLOUD = "/console/assets/cloud";

/** Assets that are synchronised from clouds. */
export default defineArea({
  routes: [
    {
      path: CLOUD,
      name: "CloudCenter",
      view: "console",
      title: "cloudCenter",
      permission: "xpack.view_account",
      license: true,
      activeMenu: ASSETS,
    },
    ...resourceRoutes({
      path: `${CLOUD}/account`,
      view: "console",
      noun: "cloudAccount",
      subject: "xpack.account",
      license: true,
      activeMenu: ASSETS,
      screens: { create: LATER, update: LATER, detail: LATER },
    }),
    ...resourceRoutes({
      path: `${CLOUD}/sync-instance-tasks`,
      view: "console",
      noun: "syncTask",
      subject: "xpack.syncinstancetask",
      license: true,
      activeMenu: ASSETS,
      list: { title: "syncTasks", load: LATER },
      screens: { create: LATER, update: LATER, detail: LATER },
    }),
    ...resourceRoutes({
      path: `${CLOUD}/strategy`,
      view: "console",
      noun: "syncStrategy",
      subject: "xpack.strategy",
      license: true,
      activeMenu: ASSETS,
      list: { title: "syncStrategies", load: LATER },
      screens: { create: LATER, update: LATER, detail: LATER },
    }),
  ],
});
