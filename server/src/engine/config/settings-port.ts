import type { AccessVersion } from "../access/access-version.ts";

/** Settings by key, with the defaults of the contract; the settings area answers it. */
export interface SettingsPort {
  get<T>(key: string): Promise<T>;
  /** Resolves when `get` answers nothing older than this version. Asked before a request is worked on. */
  catchUp(version: AccessVersion): Promise<void>;
}
