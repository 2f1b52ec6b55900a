import { z } from 'zod'
import { fillDemo } from './fill.ts'
import { joinPeople } from './join.ts'
import { sendPatiently } from './send-patiently.ts'

/*
 * Makes the demo within a running server, which starts this as a process of its own: it asks over a socket like any program, and hears from the server
 * what no mail brings. It ends with the server.
 */

const headers = z.record(z.string(), z.string())
const heard = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begin'),
    url: z.url(),
    publishableKey: z.string(),
    people: z.int(),
    domain: z.string(),
    passwords: z.array(z.string()),
    headers,
  }),
  /** Name the address that requests count for; each is good for a minute. */
  z.object({ kind: z.literal('headers'), headers }),
  z.object({ kind: z.literal('invitation'), email: z.string(), token: z.string() }),
])
type Beginning = Extract<z.output<typeof heard>, { kind: 'begin' }>

const DAYS = 30
const waiting = new Map<string, (token: string) => void>()
let present: Record<string, string> = {}
globalThis.fetch = sendPatiently(globalThis.fetch, () => present)

process.on('disconnect', () => process.exit(1))
process.on('message', (message) => {
  const said = heard.parse(message)
  if (said.kind === 'invitation') return waiting.get(said.email)?.(said.token)
  present = said.headers
  if (said.kind === 'begin') void make(said)
})

async function make({ url, people: count, publishableKey, domain, passwords }: Beginning): Promise<void> {
  try {
    const invited = { server: { url, publishableKey }, people: count, domain, passwords, invitationOf }
    const people = await joinPeople(invited, (done) => say({ kind: 'progress', step: 'people', done, total: count }))
    await fillDemo(people, { url, days: DAYS }, (progress) => say({ kind: 'progress', ...progress }))
    say({ kind: 'made' })
  } catch (error) {
    say({ kind: 'failed', problem: error instanceof Error ? error.message : 'unknown' })
  }
}

function invitationOf(email: string): Promise<string> {
  return new Promise((resolve) => {
    waiting.set(email, resolve)
    say({ kind: 'invitation', email })
  })
}

function say(message: object): void {
  process.send?.(message)
}
