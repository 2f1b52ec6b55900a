/**
 * Whether a list of `If-Match` or `If-None-Match` names this version, by weak comparison (RFC 9110 §8.8.3.2, §13.1.2).
 *
 * @param header entity tags separated by commas, or `*` for any version.
 * @param etag of what is there, with its quotes.
 */
export function namesVersion(header: string, etag: string): boolean {
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => plain(tag) === plain(etag))
}

/**
 * Whether a range may be served (RFC 9110 §13.1.5): only of the very version that the client has a part of. A date names a second, in which an
 * object may be replaced twice, so it never continues a download; the whole is sent instead.
 *
 * @param ifRange `If-Range`; undefined when the client has no part yet.
 */
export function continuesVersion(ifRange: string | readonly string[] | undefined, etag: string): boolean {
  if (ifRange === undefined) return true
  return typeof ifRange === 'string' && ifRange.trim() === etag && !etag.startsWith('W/')
}
