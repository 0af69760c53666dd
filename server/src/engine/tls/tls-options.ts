/** What ends TLS needs to know. Plain data: the supervisor hands it to a process of its own. */
export interface TlsOptions {
  /** Address both ports listen on. */
  readonly host: string;
  readonly httpsPort: number;
  /** Port on which plain HTTP is led to https, and challenges of the certificate authority are answered. */
  readonly httpPort: number;
  /** Address people reach the product at: its port is where plain HTTP is led to. */
  readonly siteUrl: string;
  readonly certificate: CertificateSource;
  /** What the product takes connections from here by, and nobody else can say. */
  readonly linkToken: string;
}

/** Where the certificate comes from. */
export type CertificateSource =
  | {
      readonly kind: "files";
      /** PEM, the certificate first and those that signed it after. */
      readonly certificateFile: string;
      readonly keyFile: string;
    }
  | {
      readonly kind: "acme";
      /** Names the certificate is for. */
      readonly hosts: readonly string[];
      readonly directory: string;
      readonly email: string | null;
      /** Where account, key and certificate are kept. */
      readonly folder: string;
    };
