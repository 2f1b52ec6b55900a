/** What has an end, and perhaps a limit. */
type Ending = { expiresAt: string | null; maxDownloads?: number | null; downloads?: number }

/** Whether a link or a grant opens nothing any more, by its own terms. */
export function isOver({ expiresAt, maxDownloads = null, downloads = 0 }: Ending, now: Date): boolean {
  const isLate = expiresAt !== null && new Date(expiresAt).getTime() <= now.getTime()
  return isLate || (maxDownloads !== null && downloads >= maxDownloads)
}
