import { randomUUID } from 'node:crypto'
import { signWebhook } from '../../billing/webhook-signature.ts'
import { type Check, type CheckContext, expectThat, passed, skipped } from '../check.ts'

const OLD_MS = 3_600_000

/** An event that names no subscription: it changes nothing, and is noted as handled. */
function newEvent(): { id: string; body: string } {
  const id = `evt_probe_${randomUUID()}`
  return { id, body: JSON.stringify({ id, type: 'probe.created', data: { object: {} } }) }
}

async function deliver({ site }: CheckContext, body: string, signature: string): Promise<number> {
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  return (await site.ask('/functions/v1/stripe-webhook', { method: 'POST', body, headers })).status
}

async function forgetEvent({ services: { database } }: CheckContext, id: string): Promise<number> {
  const { rowCount } = await database.owner('delete from billing.events where id = $1', [id])
  return rowCount ?? 0
}

/** PAY-04 */
export const webhooksNeedSignature: Check = async (context) => {
  const secret = context.services.billing.services?.provider.webhookSecrets[0]
  if (secret === undefined) return skipped('no_billing')
  const { id, body } = newEvent()
  const wrong = await deliver(context, body, signWebhook(body, 'whsec_another_secret', Date.now()))
  const missing = await deliver(context, body, '')
  const right = await deliver(context, body, signWebhook(body, secret, Date.now()))
  await forgetEvent(context, id)
  const evidence = { wrong, missing, right }
  expectThat(wrong === 400 && missing === 400, 'A webhook without a valid signature is taken', evidence)
  expectThat(right === 200, `A webhook with a valid signature is refused with ${right}`, evidence)
  return passed(evidence)
}

/** PAY-05 */
export const webhooksAreNotRepeated: Check = async (context) => {
  const secret = context.services.billing.services?.provider.webhookSecrets[0]
  if (secret === undefined) return skipped('no_billing')
  const { id, body } = newEvent()
  const old = await deliver(context, body, signWebhook(body, secret, Date.now() - OLD_MS))
  const answers = [1, 2].map(() => deliver(context, body, signWebhook(body, secret, Date.now())))
  const repeated = await Promise.all(answers)
  const handled = await forgetEvent(context, id)
  const evidence = { old, repeated: repeated.map(String), handled }
  expectThat(old === 400, 'A webhook that was signed an hour ago is taken', evidence)
  expectThat(
    repeated.every((status) => status === 200),
    'A repeated webhook is refused, so it would come again and again',
    evidence,
  )
  expectThat(handled === 1, `A repeated webhook was handled ${handled} times`, evidence)
  return passed(evidence)
}
