import { createContext, use } from "react";
import type { Requirement } from "../permissions.ts";
import { permissionCode, type ResourceAction, type ResourceDescriptor } from "../resource.ts";
import type { ListController } from "./use-list-controller.ts";

/** A list as its tools see it: the controller, its resource and what the person may do with it. */
export interface ListTools extends ListController {
  readonly resource: ResourceDescriptor;
  /** What the rows are called together, as a title. */
  readonly label: string;
  readonly may: ListPermissions;
}

/** What the person may do with a list here (docs/contract/console.md, "Lists"). */
export interface ListPermissions {
  readonly view: boolean;
  readonly add: boolean;
  readonly change: boolean;
  readonly delete: boolean;
  /** What the person holds but cannot use here: nothing is written in the organization over all others. */
  readonly withheld: { readonly add: boolean; readonly change: boolean; readonly delete: boolean };
}

/** Provided by the list around its tools. */
export const ListContext = createContext<ListTools | undefined>(undefined);

/** The list around this component: for tools in its bar, such as import and export. */
export function useList(): ListTools {
  const list = use(ListContext);
  if (list === undefined) throw new Error("useList outside a list");
  return list;
}

/**
 * What the person may do with a list. Nothing is created, changed or deleted in the organization over all others, except
 * what belongs to none.
 */
export function listPermissions(
  resource: ResourceDescriptor,
  can: (required: Requirement) => boolean,
  inRoot: boolean,
): ListPermissions {
  const holds = (action: ResourceAction) => can(permissionCode(resource, action));
  const here = !inRoot || resource.global === true;
  return {
    view: holds("view"),
    add: here && holds("add"),
    change: here && holds("change"),
    delete: here && holds("delete"),
    withheld: {
      add: !here && holds("add"),
      change: !here && holds("change"),
      delete: !here && holds("delete"),
    },
  };
}
