/**
 * What a client says it reads the content of a file for. The server passes on what it was told: it sees bytes that go out, not what
 * becomes of them. `thumbnail` is a small picture in a list.
 */
const READ_PURPOSES = ['download', 'preview', 'thumbnail', 'copy'] as const
export type ReadPurpose = (typeof READ_PURPOSES)[number]

/** The header of a request that says it. */
export const READ_PURPOSE_HEADER = 'x-read-purpose'

export function isReadPurpose(value: unknown): value is ReadPurpose {
  return READ_PURPOSES.some((purpose) => purpose === value)
}
