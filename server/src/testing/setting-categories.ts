import { settingCategories } from "../areas/settings/index.ts";

/** Names of all categories of settings, as `settings/setting/?category=` takes them. */
export const settingCategoryNames: readonly string[] = settingCategories.map(({ name }) => name);
