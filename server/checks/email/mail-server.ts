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
  const { dkimSelector: selector } = config
  const missing = await missingRecords({ sender, selector }, config.dnsServers)
  return noneOf(missing, `Other mail servers find no record for mails from ${sender}`, {
    ...evidence,
    sender,
    records: ['SPF', 'DMARC', ...(selector === undefined ? [] : [`DKIM of ${selector}`])],
    // Nobody but the mail server knows the name of its key.
    ...(selector === undefined && { skipped: 'DKIM: its selector is not set (DKIM_SELECTOR)' }),
  })
}

const DNS_MS = 2000

/** Names what DNS lacks about who may send for a domain. */
async function missingRecords(
  { sender, selector }: { sender: string; selector: string | undefined },
  servers: readonly string[],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const has = async (name: string, isOne: (record: string) => boolean): Promise<boolean> => {
    const records = await resolver.resolveTxt(name).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && ['ENODATA', 'ENOTFOUND'].includes(String(error.code))) return []
      throw error
    })
    return records.some((parts) => isOne(parts.join('')))
  }
  const missing: string[] = []
  if (!(await has(sender, (record) => /^v=spf1\b/i.test(record)))) missing.push('SPF')
  if (!(await has(`_dmarc.${sender}`, (record) => /^v=dmarc1\b/i.test(record)))) missing.push('DMARC')
  if (selector !== undefined && !(await has(`${selector}._domainkey.${sender}`, isKey)))
    missing.push(`DKIM (a key at ${selector}._domainkey)`)
  return missing
}

/** RFC 6376 §3.6.1: the version may be left out, and a key that is empty was revoked. */
const isKey = (record: string): boolean =>
  !/(?:^|;)\s*v=(?!DKIM1\s*(?:;|$))/i.test(record) && /(?:^|;)\s*p=\s*[A-Za-z0-9+/]/.test(record)
