import { api } from "../../../../kit/api/client.ts";

/** A file or folder, as the server draws the tree. */
export interface FileNode {
  readonly id: string;
  readonly name: string;
  readonly isParent: boolean;
  readonly pId: string;
}

/** A file that is open. */
export interface FileContent {
  readonly content: string;
  readonly is_text: boolean;
  readonly version: number;
}

/** The key of the playbook itself. */
export const ROOT = "root";

const url = (playbook: string): string => `/api/v1/ops/playbook/${encodeURIComponent(playbook)}/file/`;

/** The files of a playbook, each behind its folder. */
export const listFiles = (playbook: string, signal?: AbortSignal) =>
  api<readonly FileNode[]>(url(playbook), signal === undefined ? {} : { signal });

/** What is in a file. */
export const readFile = (playbook: string, key: string, signal?: AbortSignal) =>
  api<FileContent>(url(playbook), { query: { key }, ...(signal === undefined ? {} : { signal }) });

/** Creates a file or folder in a folder. */
export const createFile = (
  playbook: string,
  body: { readonly key: string; readonly name: string; readonly is_directory: boolean },
) => api<FileNode>(url(playbook), { method: "POST", body });

/** Gives a file or folder another name. */
export const renameFile = (playbook: string, key: string, name: string) =>
  api<FileNode>(url(playbook), { method: "PATCH", body: { key, new_name: name } });

/** Replaces the content of a file, where it is still the one that was opened. */
export const saveFile = (playbook: string, key: string, file: Pick<FileContent, "content" | "version">) =>
  api<{ version: number }>(url(playbook), { method: "PATCH", body: { key, ...file } });

/** Removes a file, or a folder with all that is in it. */
export const removeFile = (playbook: string, key: string) =>
  api(url(playbook), { method: "DELETE", query: { key } });
