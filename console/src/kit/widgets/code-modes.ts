import { type LanguageSupport, StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";

/** Languages the editor colours. */
export type CodeMode = "shell" | "powershell" | "python" | "yaml" | "json" | "ruby" | SqlDialect;

/** Dialects of SQL. */
type SqlDialect = "mysql" | "postgresql" | "sqlserver";

const loadSql = () => import("@codemirror/legacy-modes/mode/sql");

const LOADERS: Readonly<Record<CodeMode, () => Promise<LanguageSupport | StreamLanguage<unknown>>>> = {
  shell: async () => StreamLanguage.define((await import("@codemirror/legacy-modes/mode/shell")).shell),
  powershell: async () =>
    StreamLanguage.define((await import("@codemirror/legacy-modes/mode/powershell")).powerShell),
  ruby: async () => StreamLanguage.define((await import("@codemirror/legacy-modes/mode/ruby")).ruby),
  python: async () => (await import("@codemirror/lang-python")).python(),
  yaml: async () => (await import("@codemirror/lang-yaml")).yaml(),
  json: async () => (await import("@codemirror/lang-json")).json(),
  mysql: async () => StreamLanguage.define((await loadSql()).mySQL),
  postgresql: async () => StreamLanguage.define((await loadSql()).pgSQL),
  sqlserver: async () => StreamLanguage.define((await loadSql()).msSQL),
};

/** Loads a language for the editor; each is a file of its own. */
export function loadMode(mode: CodeMode): Promise<Extension> {
  return LOADERS[mode]();
}
