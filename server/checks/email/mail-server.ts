import { Resolver } from 'node:dns/promises'
import { isLocalAddress } from '../../http/own-machine.ts'
import { type Check, expectThat, noneOf, passed, skipped } from '../check.ts'
import { STUCK_MAILS } from '../../status/probes.ts'

/** MAIL-01: greets the server, with TLS where the setting says so, and signs in; sends nothing. */
export const mailServerAccepts: Check = async ({ services: { mail, config } }) => {
  if (!mail.reach) return skipped('local_mailbox')
  await mail.reach()
  return passed({ server: new URL(config.smtpUrl ?? '').host, tls: config.smtpTls })
}

const DUE_MINUTES = 10

/** MAIL-05 */
export const mailsAreNotStuck: Check = async ({ services: { database, config } }) => {
  const { rows } = await database.owner<{ due: number; failing: number; given_up: number }>(
    `select count(*) filter (where attempts < max_attempts and run_at < now() - make_interval(mins => $1))::integer as due,
            count(*) filter (where attempts between 3 and max_attempts - 1)::integer as failing,
            count(*) filter (where attempts >= max_attempts and created_at > now() - interval '7 days')::integer as given_up
     from graphile_worker.jobs where task_identifier = 'send_mail'`,
    [DUE_MINUTES],
  )
  const { due = 0, failing = 0, given_up: givenUp = 0 } = rows[0] ?? {}
  const evidence = { due, failing, given_up: givenUp }
  expectThat(due === 0, `${due} mails are due for more than ${DUE_MINUTES} minutes, and nobody sends them`, evidence)
  expectThat(failing + givenUp < STUCK_MAILS, `${failing + givenUp} mails failed again and again`, evidence)
  const sender = /@([^>\s]+)>?$/.exec(config.mailFrom)?.[1] ?? ''
  if (!config.smtpUrl || isLocalAddress(config.smtpUrl) || !sender.includes('.')) return passed(evidence)
  const missing = await missingRecords(sender, config.dnsServers)
  return noneOf(missing, `Other mail servers find no record for mails from ${sender}`, { ...evidence, sender })
}

const DNS_MS = 2000

/** What DNS lacks about who may send for a domain. The key of DKIM has a name that only the mail server knows. */
async function missingRecords(domain: string, servers: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const has = async (name: string, beginning: string): Promise<boolean> => {
    const records = await resolver.resolveTxt(name).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && ['ENODATA', 'ENOTFOUND'].includes(String(error.code))) return []
      throw error
    })
    return records.some((parts) => parts.join('').toLowerCase().startsWith(beginning))
  }
  const [spf, dmarc] = [await has(domain, 'v=spf1'), await has(`_dmarc.${domain}`, 'v=dmarc1')]
  return [...(spf ? [] : ['SPF']), ...(dmarc ? [] : ['DMARC'])]
}
