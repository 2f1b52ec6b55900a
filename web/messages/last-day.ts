import { dateLocale } from '#web/lib/format.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'

/** Until when an organisation that is being deleted can be kept, in the person's own form; null for everything else. */
export function lastDayOf(error: unknown): string | null {
  if (!(error instanceof VaultError) || error.code !== 'organisation_leaving') return null
  const day = /\b\d{4}-\d{2}-\d{2}\b/.exec(error.message)?.[0]
  return day === undefined
    ? null
    : new Date(day).toLocaleDateString(dateLocale(), { dateStyle: 'long', timeZone: 'UTC' })
}
