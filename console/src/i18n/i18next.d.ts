import type { Catalogue, LaterCatalogue } from "./catalogue.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Catalogue & LaterCatalogue;
    returnNull: false;
  }
}
