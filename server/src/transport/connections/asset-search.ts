/** An asset somebody may use, to choose. */
export interface AssetChoice {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly comment: string;
  readonly platform: string;
  /** Name of its organization. */
  readonly organization: string;
  /** Names of its protocols. */
  readonly protocols: readonly string[];
}

/** Which of the assets somebody may use are looked for, in all organizations at once. */
export interface AssetSearch {
  /** Every term is in name, address or comment, whatever the case. */
  readonly terms: readonly string[];
  /** Categories; any when absent. */
  readonly categories?: readonly string[];
  /** Id of a node they are in or below. */
  readonly nodeId?: string;
  /** Not below the node, but in it. */
  readonly directly?: boolean;
  /** One of these protocols. */
  readonly protocols?: readonly string[];
  /** Only favourites. */
  readonly favorites?: boolean;
  readonly sortBy: "name" | "address";
  readonly limit: number;
  readonly offset: number;
}
