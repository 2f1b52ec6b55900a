import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { PrivateHosts } from './networks.ts'
import type { OutboundSettings } from './outbound.ts'

export const outboundSettings = {
  /** Host names, addresses and networks, comma separated, that addresses typed by administrators may lead to beside the public internet. */
  OUTBOUND_PRIVATE_HOSTS: z.string().default(''),
  /** In PEM: an authority whose certificates are trusted there, beside those that Node knows. */
  OUTBOUND_CA: z.string().optional(),
}

type Values = z.infer<z.ZodObject<typeof outboundSettings>>

/** @throws {Error} saying what is wrong with them. */
export function readOutbound(s: Values, dnsServers: readonly string[]): OutboundSettings {
  const ca = s.OUTBOUND_CA
  if (ca !== undefined && !isCertificate(ca)) {
    throw new Error('Bad configuration: OUTBOUND_CA is no certificate in PEM')
  }
  const hosts = s.OUTBOUND_PRIVATE_HOSTS.split(',').map((entry) => entry.trim())
  return { privateHosts: new PrivateHosts(hosts.filter(Boolean)), dnsServers, ca }
}

export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
