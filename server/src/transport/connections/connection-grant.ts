import type { JsonObject } from "../../engine/json.ts";
import type { AlgorithmProfile, CertificateExtension, CertifiedKey, GatewayCandidate } from "../ssh/index.ts";

/** Kinds of forwarded connections: from an asset (`-L`, `-D`), back from it (`-R`), through the gateway to it (`-J`). */
export type ForwardingKind = "local" | "remote" | "jump";

/** What a session signs in by certificate for. */
export interface SessionCertificateUse {
  readonly sessionId: string;
  readonly extensions: readonly CertificateExtension[];
}

/** Makes the key and the certificate an account of an SSH target signs in with, afresh for each sign-in. */
export type SessionCertificate = (use: SessionCertificateUse) => Promise<CertifiedKey>;

/** How an account is changed to after another one has signed in. Holds a secret. */
export interface AccountSwitch {
  /** The platform's way: `sudo`, `su`, `enable`, `super` or `super_level`. */
  readonly method: string;
  readonly name: string;
  readonly username: string;
  readonly secretType: string;
  readonly secret: string;
  /** Set: it signs in by certificate. */
  readonly certificate?: SessionCertificate | undefined;
}

/** What a grant says. Holds secrets: never stored, never logged. */
export interface GrantDetails {
  /** Id of the connection token that was used up; null where there was none. */
  readonly tokenId: string | null;
  /** Id of the ticket by which somebody consented; absent where nobody had to. */
  readonly reviewId?: string | undefined;
  /** Whether that ticket is signed off only afterwards: what happens is to be recorded. Default false. */
  readonly isEmergency?: boolean | undefined;
  readonly asset: {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    /** Port of `protocol` on the asset. */
    readonly port: number;
    readonly platform: { readonly name: string; readonly type: string };
    readonly organization: { readonly id: string; readonly name: string };
    /** Which SSH algorithms its platform allows. */
    readonly sshProfile: AlgorithmProfile;
    /** Encoding of its texts, as its platform says; UTF-8 when it is unknown. */
    readonly charset: string;
    /** What its platform says about `protocol`, e.g. the prompts of telnet. */
    readonly protocolSetting: Readonly<Record<string, unknown>>;
    /** Of a database: its name and how its TLS is checked, with the keys that takes. Empty for others. Holds secrets. */
    readonly specification: JsonObject;
  };
  /** The gateways of its domain, any of which leads to it; none: it is connected straight. Hold secrets. */
  readonly gateways: readonly GatewayCandidate[];
  readonly account: {
    /** Account id, or the alias (`@INPUT`, `@USER`) of a virtual account. */
    readonly id: string;
    readonly name: string;
    readonly username: string;
    /** `ssh_key`: `secret` is the private key. Anything else is used as a password. */
    readonly secretType: string;
    readonly secret: string;
    readonly passphrase?: string;
    /** Set: it signs in to SSH targets by certificate, and `secret` is not used there. */
    readonly certificate?: SessionCertificate | undefined;
    /** The account that signs in and changes to this one; null where this one signs in itself. */
    readonly switchFrom: AccountSwitch | null;
  };
  /** Protocol name, e.g. `ssh`. */
  readonly protocol: string;
  /** Actions of the permission, e.g. `connect`, `upload`. */
  readonly actions: readonly string[];
  /** What the connection is forwarded by; absent for what is not forwarded. */
  readonly forwarding?: ForwardingKind | undefined;
  /** When the permission behind it ends. */
  readonly permissionExpires: Date;
  /** Options chosen in the connect dialog: `charset`, `backspaceAsCtrlH` and so on. */
  readonly connectOptions: Readonly<Record<string, unknown>>;
  /** `Name(username)`, as the session stores it. */
  readonly userDisplay: string;
  /** `name(address)`. */
  readonly assetDisplay: string;
  /** `name(username)`. */
  readonly accountDisplay: string;
}

let issue: (details: GrantDetails) => ConnectionGrant;

/**
 * Everything one connection may use, whichever access channel it uses: the decision all of them share. A session opens
 * with nothing else, and nothing but the decision makes one: the constructor is private, and because of the private
 * field neither an object of the same shape nor a changed copy passes for a grant.
 */
export class ConnectionGrant implements GrantDetails {
  readonly tokenId: GrantDetails["tokenId"];
  readonly reviewId: GrantDetails["reviewId"];
  readonly isEmergency: boolean;
  readonly asset: GrantDetails["asset"];
  readonly gateways: GrantDetails["gateways"];
  readonly account: GrantDetails["account"];
  readonly protocol: GrantDetails["protocol"];
  readonly actions: GrantDetails["actions"];
  readonly forwarding: GrantDetails["forwarding"];
  readonly permissionExpires: GrantDetails["permissionExpires"];
  readonly connectOptions: GrantDetails["connectOptions"];
  readonly userDisplay: GrantDetails["userDisplay"];
  readonly assetDisplay: GrantDetails["assetDisplay"];
  readonly accountDisplay: GrantDetails["accountDisplay"];
  /** Makes the type nominal: without it everything of this shape would be a grant. */
  readonly #isDecided = true;

  private constructor(details: GrantDetails) {
    this.tokenId = details.tokenId;
    this.reviewId = details.reviewId;
    this.isEmergency = details.isEmergency ?? false;
    this.asset = details.asset;
    this.gateways = details.gateways;
    this.account = details.account;
    this.protocol = details.protocol;
    this.actions = details.actions;
    this.forwarding = details.forwarding;
    this.permissionExpires = details.permissionExpires;
    this.connectOptions = details.connectOptions;
    this.userDisplay = details.userDisplay;
    this.assetDisplay = details.assetDisplay;
    this.accountDisplay = details.accountDisplay;
  }

  static {
    issue = (details) => new ConnectionGrant(details);
  }

  /** Whether a value is a grant, and not something that only looks like one. */
  static isGrant(value: object): value is ConnectionGrant {
    return #isDecided in value && value.#isDecided;
  }

  /** The same grant for what has no use for the options of the connect dialog. */
  withoutConnectOptions(): ConnectionGrant {
    return new ConnectionGrant({ ...this, connectOptions: {} });
  }
}

/**
 * Makes a grant. For the decision alone (`areas/sessions/decision/`): no other file may import it, which
 * `.dependency-cruiser.cjs` sees to.
 */
export const issueGrant = (details: GrantDetails): ConnectionGrant => issue(details);
