import { StorageError } from "./storage-error.ts";

/** One request to a storage. */
export interface StorageRequest {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** What the storage answered. */
export interface StorageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** How long a request may take in whole, in milliseconds: a part of 8 MiB at 140 KB a second. */
export const longestRequest = 60_000;

/** Larger answers are not read, in bytes. */
const largestAnswer = 64 * 1024 * 1024;

/**
 * Asks a storage. Redirects are not followed: what is signed for one address is wrong at another.
 *
 * @throws StorageError when no answer came
 */
export async function askStorage(
  { method, url, headers, body }: StorageRequest,
  timeout = longestRequest,
): Promise<StorageAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    if (Number(response.headers.get("content-length") ?? 0) > largestAnswer) {
      await response.body?.cancel();
      throw new StorageError("failed");
    }
    return {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
  } catch (error) {
    throw error instanceof StorageError ? error : explainFailure(error as Error);
  }
}

/** Why no answer came. */
export function explainFailure(error: Error): StorageError {
  if (error.name === "TimeoutError" || error.name === "AbortError") return new StorageError("slow");
  const code = String(((error.cause ?? error) as NodeJS.ErrnoException).code ?? "");
  const isCertificate = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new StorageError("slow");
  return new StorageError(isCertificate ? "untrusted" : "unreachable");
}
