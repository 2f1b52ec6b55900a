import type { Client } from '../audit.ts'
import { RateLimitError } from '#server/http/rate-limits.ts'
import type { AuthContext } from '../context.ts'
import { knowsDevice } from '../session/device.ts'
import { ownerOf } from './users.sql.ts'

/** When to try again for who sends no proof of work while an attack is noticed. */
const CHALLENGED_SECONDS = 60

/**
 * Counts a mail to `email`, whether the address is known or not. A stranger can use up what strangers may send to somebody, but not
 * what that person asks for from a device of theirs, or with a proof of work.
 * @throws {RateLimitError}
 */
export async function limitMail(context: AuthContext, email: string, client: Client): Promise<void> {
  const { limits, database } = context
  await limits.take('mailByAddress', client.ip)
  if (await knowsDevice(ownerOf(database), { email }, client.device)) {
    return limits.take('mailByKnownDevice', `${email}/${client.device?.toString('hex')}`)
  }
  try {
    await limits.take('mailByRecipient', email)
    await limits.take('mailByRecipientHourly', email)
  } catch (error) {
    if (!(error instanceof RateLimitError) || !client.hasPaid) throw error
    await limits.take('mailByPayer', email)
  }
}

/** Counts an SMS to `phone`, whether the number is known or not. An SMS costs money, so a proof of work buys none. @throws {RateLimitError} */
export async function limitSms(
  { limits, database }: AuthContext,
  { phone, client }: { phone: string; client: Client },
): Promise<void> {
  await limits.take('smsByAddress', client.ip)
  if (await knowsDevice(ownerOf(database), { phone }, client.device)) {
    return limits.take('smsByKnownDevice', `${phone}/${client.device?.toString('hex')}`)
  }
  await limits.take('smsByRecipient', phone)
  await limits.take('smsByRecipientHourly', phone)
}

/**
 * Counts a try of an account's password. As with mails, strangers have a bucket for the account together, each device of its owner one of
 * its own, and a proof of work buys a try. While an attack is noticed, strangers buy all of them.
 * @throws {RateLimitError}
 */
export async function limitPassword(
  { limits, database, threats }: AuthContext,
  name: { email: string } | { phone: string },
  { userId, client }: { userId: string | undefined; client: Client },
): Promise<{ isKnownDevice: boolean }> {
  const account = 'email' in name ? name.email : name.phone
  await limits.take('passwordByAddress', client.ip)
  const db = ownerOf(database)
  const mustPay = await threats.signIns.mustPay(db, { userId, ip: client.ip })
  if (await knowsDevice(db, name, client.device)) {
    await limits.take('passwordByKnownDevice', `${account}/${client.device?.toString('hex')}`)
    return { isKnownDevice: true }
  }
  try {
    if (mustPay) throw new RateLimitError('over_request_rate_limit', CHALLENGED_SECONDS)
    await limits.take('passwordByAccount', account)
  } catch (error) {
    if (!(error instanceof RateLimitError) || !client.hasPaid) throw error
    await limits.take('passwordByPayer', account)
  }
  return { isKnownDevice: false }
}
