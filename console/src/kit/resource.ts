import type { Row } from "./metadata/types.ts";

/**
 * What the kit has to know about a resource besides its metadata: where its API is, which permissions guard it
 * and where its screens are. One constant per resource, in its area.
 */
export interface ResourceDescriptor {
  /** List URL of the API, for example `/api/v1/users/users/`. */
  readonly url: string;
  /** `app` and model of the permission codes, for example `users` and `user` for `users.view_user`. */
  readonly permission: { readonly app: string; readonly model: string };
  /** Codes of actions that the model has no code of its own for, such as one that guards a whole page of settings. */
  readonly codes?: Readonly<Partial<Record<ResourceAction, string>>>;
  /** Belongs to no organization: can be created and changed in the one over all others too. */
  readonly global?: boolean;
  /** Objects that are deleted in the organization over all others too, because they belong to none. */
  readonly deletedInRoot?: (row: Row) => boolean;
  /** Paths of the screens below `/ui`; a screen that does not exist is left out. */
  readonly routes: {
    readonly list: string;
    readonly create?: string;
    readonly update?: (id: string) => string;
    readonly detail?: (id: string) => string;
  };
}

/** What can be done with a resource. */
export type ResourceAction = "view" | "add" | "change" | "delete";

/** The permission code of an action, for example `users.add_user`. */
export function permissionCode(resource: ResourceDescriptor, action: ResourceAction): string {
  return resource.codes?.[action] ?? `${resource.permission.app}.${action}_${resource.permission.model}`;
}
