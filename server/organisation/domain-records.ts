import { Resolver } from 'node:dns/promises'

/** Beside the domain's own TXT records, of which some have many. */
const LABEL = '_quantumshield'
const PREFIX = 'quantumshield-domain='
const TIMEOUT_MS = 3000
const TRIES = 2
/** Answers of DNS that say: there is no such record. Everything else says nothing about the domain. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND'])

/** DNS was asked and gave no usable answer. */
export class DnsError extends Error {
  override readonly name = 'DnsError'
}

/**
 * Reads what proves that a domain belongs to an organisation.
 *
 * @param servers to ask; empty for those of the machine.
 * @returns every proof in the records at the domain's name. @throws {DnsError}
 */
export async function readDomainProofs(domain: string, servers: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    const records = await resolver.resolveTxt(`${LABEL}.${domain}`)
    return records
      .map((parts) => parts.join('').trim())
      .filter((text) => text.startsWith(PREFIX))
      .map((text) => text.slice(PREFIX.length).trim())
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && ABSENT.has(String(cause.code))) return []
    throw new DnsError(`DNS was asked about ${domain} and did not answer`, { cause })
  }
}
