import type { TestAnswer, TestProduct } from "../../../testing/product.ts";

/** Schema of operations on a resource. */
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** A directory with the token of its source. */
export interface Directory {
  readonly sourceId: string;
  readonly token: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>;
  patch(path: string, ...operations: readonly object[]): Promise<TestAnswer>;
  /** Makes a person, and answers the id. */
  add(userName: string, more?: object): Promise<string>;
}

/** The organization every installation begins with. */
export const defaultOrganization = "00000000-0000-0000-0000-000000000002";

/** Makes a source, with its token, and a directory that uses it. */
export async function createDirectory(product: TestProduct, more: object = {}): Promise<Directory> {
  const made = await product.administrator.call("POST", "sallyport/scim-sources/", {
    name: `Directory ${Math.random()}`,
    organization: defaultOrganization,
    user_source: "saml2",
    ...more,
  });
  if (made.status !== 201) throw new Error(`making a source answered ${made.status}: ${made.text}`);
  await product.confirm(product.administrator);
  const issued = await product.administrator.call(
    "POST",
    `sallyport/scim-sources/${made.body.id}/token/`,
    {},
  );
  if (issued.status !== 201) throw new Error(`making a token answered ${issued.status}: ${issued.text}`);
  return directoryWith(product, made.body.id, issued.body.token);
}

/** A directory with a token. */
export function directoryWith(product: TestProduct, sourceId: string, token: string): Directory {
  const call: Directory["call"] = (method, path, body, headers = {}) =>
    product.anonymous.call(method, `/scim/v2${path}`, body, {
      authorization: `Bearer ${token}`,
      accept: "application/scim+json",
      ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
      ...headers,
    });
  return {
    sourceId,
    token,
    call,
    patch: (path, ...operations) => call("PATCH", path, { schemas: [patchSchema], Operations: operations }),
    async add(userName, extra = {}) {
      const { status, body, text } = await call("POST", "/Users", {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        userName,
        displayName: `Name of ${userName}`,
        emails: [{ value: `${userName}@example.com`, type: "work", primary: true }],
        ...extra,
      });
      if (status !== 201) throw new Error(`making ${userName} answered ${status}: ${text}`);
      return body.id;
    },
  };
}
