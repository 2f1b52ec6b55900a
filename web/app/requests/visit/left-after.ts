import type { OpenedRequest, SentFile } from '#web/lib/remote/vault-client.ts'

export const isInTransit = ({ state }: SentFile): boolean => state === 'waiting' || state === 'sending'

/** What a request still takes besides the files that this page has sent or is sending; what failed takes no room. */
export function leftAfter(
  { filesLeft, bytesLeft }: Pick<OpenedRequest, 'filesLeft' | 'bytesLeft'>,
  sent: readonly SentFile[],
): { files: number; bytes: number } {
  const counted = sent.filter(({ state }) => state !== 'failed')
  const bytes = counted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return { files: Math.max(0, filesLeft - counted.length), bytes: Math.max(0, bytesLeft - bytes) }
}
