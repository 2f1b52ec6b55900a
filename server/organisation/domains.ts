import type { Database } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { DnsError, readDomainProofs } from './domain-records.ts'

type Services = { config: { dnsServers: readonly string[] }; database: Database }

/** Asks DNS and writes down whose domain it is now. @throws {DnsError} and then nothing has changed. */
export async function checkDomain({ config, database }: Services, domain: string): Promise<void> {
  const proofs = await readDomainProofs(domain, config.dnsServers)
  await database.owner('select auth.store_domain_check($1, $2)', [domain, proofs])
}

/** Verified domains are checked each day: an organisation that gives one up keeps no right to the people of the next owner. */
export function domainTasks(services: Services): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'organisations:check_domains': async () => {
        const { rows } = await services.database.owner<{ domain: string }>(
          'select domain from public.organisation_domains where verified_at is not null order by checked_at',
        )
        for (const { domain } of rows) {
          // Without an answer nothing changes; the next day asks again.
          await checkDomain(services, domain).catch((error: unknown) => {
            if (!(error instanceof DnsError)) throw error
          })
        }
      },
    },
    crontab: '41 4 * * * organisations:check_domains',
  }
}
