import { z } from 'zod'

/** Settings of the archive that a point in time is recovered from. */
export const archiveSettings = {
  /** A folder, or `s3://bucket/prefix`: where the embedded database is archived to as it changes. */
  ARCHIVE_TO: z.string().optional(),
  /** So much is lost at most when the machine does, and a little more. */
  ARCHIVE_SECONDS: z.coerce.number().int().min(5).max(3600).default(60),
}

export type ArchiveSettings = { to: string; seconds: number }

type Values = z.infer<z.ZodObject<typeof archiveSettings>> & { DATABASE_URL?: string | undefined }

/** @throws {Error} where the database is not ours to archive. */
export function readArchive({
  ARCHIVE_TO: to,
  ARCHIVE_SECONDS: seconds,
  DATABASE_URL,
}: Values): ArchiveSettings | undefined {
  if (to === undefined) return undefined
  if (DATABASE_URL)
    throw new Error(
      'Bad configuration: ARCHIVE_TO is for the embedded database; archive that of DATABASE_URL with its own tools',
    )
  return { to, seconds }
}
