import { apiRead, type Query } from "../api/client.ts";

/** A file as the server sent it. */
export interface DownloadedFile {
  readonly name: string;
  /** Media type without parameters, for example `text/csv`. */
  readonly type: string;
  readonly content: Blob;
}

/** What a download may be told. */
export interface DownloadOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
  /** Called with the number of bytes that have arrived. */
  readonly onProgress?: (bytes: number) => void;
}

/** Large lists take their time; a download is given up after an hour, in milliseconds. */
const LONGEST = 3_600_000;

/** The file name of a `Content-Disposition` header, without any path; undefined when it names none. */
export function fileNameOf(disposition: string | null): string | undefined {
  const named = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1];
  const name = named === undefined ? plain : decodeURIComponent(named);
  return name?.split(/[/\\]/).at(-1)?.trim() || undefined;
}

/** Counts the bytes that pass. */
function counter(onProgress: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, next) {
      bytes += piece.byteLength;
      onProgress(bytes);
      next.enqueue(piece);
    },
  });
}

/**
 * Fetches a file. Other than following a link to it, this tells what went wrong, and sends the viewer's zone and
 * organization. The browser keeps large contents on disk.
 *
 * @param fallbackName name of the file when the server gives none
 * @throws ApiError when the server refuses, or breaks off in the middle
 */
export function fetchFile(
  path: string,
  fallbackName: string,
  options: DownloadOptions = {},
): Promise<DownloadedFile> {
  const { onProgress, ...rest } = options;
  return apiRead(path, { ...rest, headers: { Accept: "*/*" }, timeout: LONGEST }, async (response) => {
    const { headers, body } = response;
    const counted =
      onProgress === undefined || body === null
        ? response
        : new Response(body.pipeThrough(counter(onProgress)));
    return {
      name: fileNameOf(headers.get("Content-Disposition")) ?? fallbackName,
      type: (headers.get("Content-Type") ?? "").split(";")[0]?.trim() ?? "",
      content: await counted.blob(),
    };
  });
}

/** Hands a file to the person, as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the content over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
