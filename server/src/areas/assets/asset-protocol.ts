/** A protocol an asset answers on. */
export interface AssetProtocol {
  readonly name: string;
  readonly port: number;
}
