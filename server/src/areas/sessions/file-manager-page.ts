import { anonymous } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";

const page = (path: string): RouteDeclaration => ({
  methods: ["GET"],
  path,
  access: anonymous("leads to the page, which asks for a sign-in"),
  handle: async ({ query }) => {
    const search = query.toString();
    return { location: `/luna/sftp${search === "" ? "" : `?${search}`}` };
  },
});

/** What addresses of the contract open: the page of the files. docs/contract/file-manager.md, section 4. */
export const fileManagerPages: readonly RouteDeclaration[] = [
  page("/koko/elfinder/sftp/"),
  page("/koko/elfinder/sftp/:host/"),
];
