import type { Client } from '../audit.ts'
import { type LimitName, RateLimitError } from '#server/http/rate-limits.ts'
import type { AuthContext } from '../context.ts'
import { knowsDevice, ownerOfDevice } from '../session/device.ts'
import { ownerOf } from './users.sql.ts'

/** When to try again for who sends no proof of work while an attack is noticed. */
const CHALLENGED_SECONDS = 60

/**
 * Counts a request by the address that it came from. People of one office have one address, so who comes from a device that signed in before continues,
 * with a count of their own, when others behind it have used that up.
 * @throws {RateLimitError}
 */
export async function limitAddress(
  { limits, database }: AuthContext,
  name: Extract<LimitName, `${string}ByAddress`>,
  client: Client,
): Promise<void> {
  try {
    await limits.take(name, client.ip)
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    const owner = await ownerOfDevice(ownerOf(database), client.device)
    if (owner === undefined) throw error
    await limits.take('ofKnownDevice', `${name}/${owner}`)
  }
}

/**
 * Counts a mail to `email`, whether the address is known or not. A stranger can use up what strangers may send to somebody, but not
 * what that person asks for from a device of theirs, or with a proof of work.
 * @throws {RateLimitError}
 */
export async function limitMail(context: AuthContext, email: string, client: Client): Promise<void> {
  const { limits, database } = context
  if (await knowsDevice(ownerOf(database), { email }, client.device)) {
    return limits.take('mailByKnownDevice', `${email}/${client.device?.toString('hex')}`)
  }
  await limitAddress(context, 'mailByAddress', client)
  try {
    await limits.take('mailByRecipient', email)
    await limits.take('mailByRecipientHourly', email)
  } catch (error) {
    if (!(error instanceof RateLimitError) || !client.hasPaid) throw error
    await limits.take('mailByPayer', email)
  }
}

/**
 * Counts a code that somebody who signed in has mailed to themselves. Each session has a bucket of its own, so strangers use up nothing of it; who
 * has the password and makes sessions is limited by recipient, and the owner has a known device or a proof of work then.
 * @throws {RateLimitError}
 */
export async function limitOwnMail(
  context: AuthContext,
  { email, sessionId, client }: { email: string; sessionId: string; client: Client },
): Promise<void> {
  const { limits, database } = context
  try {
    await limits.take('mailBySession', sessionId)
    await limits.take('mailOfSessionsByRecipient', email)
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    if (client.hasPaid) return limits.take('mailByPayer', `session/${sessionId}`)
    if (!(await knowsDevice(ownerOf(database), { email }, client.device))) throw error
    await limits.take('mailByKnownDevice', `${email}/${client.device?.toString('hex')}`)
  }
}

/** The same of a code by SMS, which costs money, so a proof of work buys none. @throws {RateLimitError} */
export async function limitOwnSms(
  { limits }: AuthContext,
  { phone, sessionId }: { phone: string; sessionId: string },
): Promise<void> {
  await limits.take('smsBySession', sessionId)
  await limits.take('smsOfSessionsByRecipient', phone)
}

/** Counts an SMS to `phone`, whether the number is known or not. An SMS costs money, so a proof of work buys none. @throws {RateLimitError} */
export async function limitSms(
  context: AuthContext,
  { phone, client }: { phone: string; client: Client },
): Promise<void> {
  const { limits, database } = context
  if (await knowsDevice(ownerOf(database), { phone }, client.device)) {
    return limits.take('smsByKnownDevice', `${phone}/${client.device?.toString('hex')}`)
  }
  await limitAddress(context, 'smsByAddress', client)
  await limits.take('smsByRecipient', phone)
  await limits.take('smsByRecipientHourly', phone)
}

/**
 * Counts a try of an account's password. Each device of its owner has a bucket of its own, and nothing that others behind its address did stops it.
 * Strangers have one for their address and one for the account together, and a proof of work buys a try. While an attack is noticed, strangers buy
 * all of them.
 * @throws {RateLimitError}
 */
export async function limitPassword(
  { limits, database, threats }: AuthContext,
  name: { email: string } | { phone: string },
  { userId, client }: { userId: string | undefined; client: Client },
): Promise<{ isKnownDevice: boolean }> {
  const account = 'email' in name ? name.email : name.phone
  const db = ownerOf(database)
  if (await knowsDevice(db, name, client.device)) {
    await limits.take('passwordByKnownDevice', `${account}/${client.device?.toString('hex')}`)
    return { isKnownDevice: true }
  }
  await limits.take('passwordByAddress', client.ip)
  const mustPay = await threats.signIns.mustPay(db, { userId, ip: client.ip })
  try {
    if (mustPay) throw new RateLimitError('over_request_rate_limit', CHALLENGED_SECONDS)
    await limits.take('passwordByAccount', account)
  } catch (error) {
    if (!(error instanceof RateLimitError) || !client.hasPaid) throw error
    await limits.take('passwordByPayer', account)
  }
  return { isKnownDevice: false }
}
