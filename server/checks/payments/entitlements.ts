import { DatabaseError } from 'pg'
import { PLANS } from '#contract/plans.ts'
import { storeSubscription } from '../../billing/billing.sql.ts'
import type { ProviderSubscription } from '../../billing/provider.ts'
import type { Transaction } from '../../db/database.ts'
import { type Check, expectThat, noneOf, passed, skipped } from '../check.ts'
import { rolledBack } from '../probe.ts'

const DAY_MS = 86_400_000
/** Of `storage.keep_quota`. */
const NO_ROOM = 'QS413'

type Step = { what: string; fields: Partial<ProviderSubscription>; isPaid: boolean }

/** What a provider tells of one subscription, in turn. */
const STATES: readonly Step[] = [
  { what: 'a trial', fields: { status: 'trialing' }, isPaid: true },
  { what: 'paid', fields: { status: 'active' }, isPaid: true },
  { what: 'late with a payment', fields: { status: 'past_due' }, isPaid: true },
  { what: 'unpaid', fields: { status: 'unpaid' }, isPaid: false },
  { what: 'long after its end', fields: { status: 'active', currentPeriodEnd: new Date(0) }, isPaid: false },
  { what: 'paid again', fields: { status: 'active' }, isPaid: true },
  { what: 'canceled', fields: { status: 'canceled' }, isPaid: false },
  { what: 'canceled, and active by a later message', fields: { status: 'active' }, isPaid: false },
]

/** PAY-06: in a transaction that is undone. */
export const subscriptionMovesThroughStates: Check = async (context) => {
  const provider = context.services.billing.services?.provider.name
  if (provider === undefined) return skipped('no_billing')
  const { id: userId } = await context.people.add()
  return rolledBack(context, async (db) => {
    await db.query({
      text: 'insert into billing.customers (provider, user_id, customer_id) values ($1, $2, $3)',
      values: [provider, userId, `cus_probe_${userId}`],
    })
    const tell = async (syncOrder: number, fields: Partial<ProviderSubscription>): Promise<string> =>
      storeSubscription(db, provider, {
        subscription: { ...subscriptionOf(userId), ...fields },
        syncOrder: String(syncOrder),
      })
    const free = await bytesAllowed(db, userId)
    const paid = PLANS.guardian.storageBytes
    const wrong: string[] = []
    for (const [at, { what, fields, isPaid }] of STATES.entries()) {
      await tell(at + 1, fields)
      const allowed = await bytesAllowed(db, userId)
      if (allowed !== (isPaid ? paid : free)) wrong.push(`${what}: ${allowed ?? 'unlimited'} bytes`)
    }
    const late = await tell(1, { status: 'active' })
    if (late !== 'superseded') wrong.push(`an older message is ${late}`)
    return noneOf(wrong, 'A subscription grants something else than it should', { states: STATES.length })
  })
}

const subscriptionOf = (userId: string): ProviderSubscription => ({
  id: `sub_probe_${userId}`,
  customerId: `cus_probe_${userId}`,
  tier: 'guardian',
  status: 'active',
  quantity: 1,
  currentPeriodEnd: new Date(Date.now() + DAY_MS),
  trialEnd: null,
  cancelAtPeriodEnd: false,
})

async function bytesAllowed(db: Transaction, userId: string): Promise<number | null> {
  const { rows } = await db.query<{ bytes: number | null }>({
    text: 'select storage.bytes_allowed($1)::float8 as bytes',
    values: [userId],
  })
  return rows[0]?.bytes ?? null
}

/** PAY-07: in a transaction that is undone. */
export const storageEndsAtLimit: Check = async (context) => {
  const { id: userId } = await context.people.add()
  return rolledBack(context, async (db) => {
    const allowed = await bytesAllowed(db, userId)
    if (allowed === null) return skipped('no_limit')
    expectThat(await storing(db, userId, allowed), 'What fits into the storage of a plan is refused', {
      bytes: allowed,
    })
    expectThat(!(await storing(db, userId, 1)), 'A byte more than the storage of a plan is taken', { bytes: allowed })
    return passed({ bytes: allowed })
  })
}

/** What storing so many bytes writes down. @returns whether it is allowed */
async function storing(db: Transaction, userId: string, bytes: number): Promise<boolean> {
  await db.query({ text: 'savepoint stored' })
  try {
    const text = 'insert into storage.usage_changes (owner, bytes, files) values ($1, $2, 1)'
    await db.query({ text, values: [userId, bytes] })
    await db.query({ text: 'set constraints all immediate' })
    await db.query({ text: 'set constraints all deferred' })
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== NO_ROOM) throw error
    await db.query({ text: 'rollback to savepoint stored' })
    return false
  }
}
