import { isCertificate } from '#server/outbound/outbound-settings.ts'

/** Who is asked when the public log existed. */
export type TimestampSettings = {
  readonly url: string
  /** In PEM: certificates that issued, or are, that of the authority. */
  readonly trusted: string
}

/** @throws {Error} saying what is wrong with them. */
export function readTimestampSettings(url: string | undefined, ca: string | undefined): TimestampSettings | undefined {
  if (url === undefined && ca === undefined) return undefined
  if (url === undefined || ca === undefined) {
    throw new Error('Bad configuration: LEDGER_TIMESTAMP_URL and LEDGER_TIMESTAMP_CA belong together')
  }
  if (!isCertificate(ca)) throw new Error('Bad configuration: LEDGER_TIMESTAMP_CA is no certificate in PEM')
  return { url, trusted: ca }
}
