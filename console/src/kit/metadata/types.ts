/** One value of a choice field. */
export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** A node of a `tree` field; leaves are the flags, groups carry `children` (docs/contract/metadata.md, "Type names"). */
export interface TreeChoice {
  readonly value: string;
  readonly label: string;
  readonly children?: readonly TreeChoice[];
}

/** What OPTIONS says about one field (docs/contract/metadata.md, "Keys"). */
export interface FieldMetadata {
  readonly type: string;
  readonly required?: boolean;
  readonly read_only?: boolean;
  readonly write_only?: boolean;
  readonly label?: string;
  readonly help_text?: string;
  readonly default?: unknown;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly min_value?: number;
  readonly max_value?: number;
  readonly choices?: readonly Choice[];
  readonly child?: FieldMetadata;
  readonly children?: FieldMap;
  readonly tree?: readonly TreeChoice[];
  /** The list can be filtered by this field; only in `actions.GET`. */
  readonly filter?: boolean;
  /** The list can be ordered by this field; only in `actions.GET`. */
  readonly order?: boolean;
}

/** Fields by name, in the server's order. */
export type FieldMap = Readonly<Record<string, FieldMetadata>>;

/** The methods OPTIONS describes. */
export type MetadataMethod = "GET" | "POST" | "PUT" | "PATCH";

/** The answer to OPTIONS. */
export interface Metadata {
  readonly name?: string;
  readonly actions?: Readonly<Partial<Record<MetadataMethod, FieldMap>>>;
}

/** A row as the API returns it. */
export type Row = Readonly<Record<string, unknown>>;
