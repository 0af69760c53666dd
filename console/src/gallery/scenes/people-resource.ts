import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { Row } from "../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** The gallery's people as a resource. */
export const PEOPLE_RESOURCE: ResourceDescriptor = {
  url: "/api/gallery/people/",
  permission: { app: "gallery", model: "person" },
  routes: {
    list: "/people",
    create: "/people/create",
    update: (id) => `/people/${id}/update`,
    detail: (id) => `/people/${id}`,
  },
};

/** Their columns. */
export const PEOPLE_COLUMNS: ColumnPlan = { defaults: ["name", "username", "is_active"] };

/** Some of them. */
export const SOME_PEOPLE: readonly Row[] = Array.from({ length: 3 }, (_, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name: `Person ${index + 1}`,
  username: `person-${index + 1}`,
  is_active: true,
}));
