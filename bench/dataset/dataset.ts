/** How much the dataset holds. */
export interface DatasetSizes {
  /** Assets of the smaller and the larger organization. */
  readonly assets: readonly [small: number, large: number];
  /** Domains and labels of the larger organization. */
  readonly domains: number;
  readonly labels: number;
  readonly users: number;
  readonly groups: number;
  readonly roles: number;
  /** Permissions of the larger organization: together they name every node that holds assets, and four assets each. */
  readonly permissions: number;
  /** Sessions of the larger organization. */
  readonly sessions: number;
}

/** How much the snapshots hold that are measured on. */
export interface SnapshotSizes {
  readonly dataset: DatasetSizes;
  /** Commands in the list. */
  readonly commands: number;
}

/** An organization with many assets. */
export interface Organization {
  readonly id: string;
  /** How many assets there are. */
  readonly count: number;
  readonly tree: Tree;
  readonly samples: Samples;
}

/** The tree of nodes of an organization: ten sites, numbered from 0, hold a tenth of the assets each. */
export interface Tree {
  /** How many nodes there are, with the root. */
  readonly nodes: number;
  /** Children of the first site. */
  readonly wide: number;
  /** Id and key of the root. */
  readonly root: string;
  readonly rootKey: string;
  /** A site, and a room in another one, with a tenth and a hundredth of the assets. */
  readonly site: string;
  readonly room: string;
}

/** Rows of an organization that filters ask for. */
export interface Samples {
  /** Some asset. */
  readonly asset: string;
  /** One of the domains with many assets. */
  readonly domain: { readonly id: string; readonly name: string };
}

/** One user who reaches every asset of the larger organization, through all of its permissions. */
export interface Grants {
  readonly permissions: number;
  readonly holder: { readonly id: string; readonly username: string; readonly password: string };
  /** A group of 25 users, the holder among them, that half of the permissions name. */
  readonly group: string;
  /** An asset, and a permission that names a node it is in and that alone grants it. */
  readonly asset: string;
  readonly permission: string;
}

/** The users of the installation and what they hold. */
export interface Users {
  readonly users: number;
  readonly groups: number;
  readonly roles: number;
  /** A system role that every one of them holds. */
  readonly role: string;
  /** Some of them. */
  readonly userIds: readonly string[];
}

/** What the parts need to know of the dataset they measure on. */
export interface Dataset {
  readonly small: Organization;
  readonly large: Organization;
  readonly grants: Grants;
  readonly users: Users;
  /** How many sessions there were in the larger organization. */
  readonly sessions: number;
}
