import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import type { Config } from '../config.ts'
import type { Check } from './check.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 14
const HTTPS_PORT = 443
const CONNECT_MS = 5000
const RENEW = 'Renew the certificate, and restart what ends TLS: this server reads its files once.'

type Look = (certificate: X509Certificate, config: Config, nowMs: number) => Finding

/** The certificate that people get: that of TLS_CERT_FILE, or what is presented at PUBLIC_URL. */
export const certificateChecks: readonly Check[] = [
  { name: 'certificate-name', look: ({ config, nowMs }) => withCertificate(config, nowMs(), lookAtName) },
  { name: 'certificate-time', look: ({ config, nowMs }) => withCertificate(config, nowMs(), lookAtTime) },
]

async function withCertificate(config: Config, nowMs: number, look: Look): Promise<Finding> {
  const found = config.tls ? new X509Certificate(config.tls.cert) : await presentedAt(new URL(config.publicUrl))
  return found instanceof X509Certificate ? look(found, config, nowMs) : found
}

/** Of a proxy in front. A name that leads here from outside only cannot be looked at. */
async function presentedAt({ protocol, hostname, port, origin }: URL): Promise<X509Certificate | Finding> {
  if (protocol !== 'https:') return skipped('PUBLIC_URL does not begin with https.')
  const host = hostname.replaceAll(/[[\]]/g, '')
  const name = net.isIP(host) ? {} : { servername: host }
  // Nothing is sent: whether it is trusted is for browsers to say.
  const socket = tls.connect({ host, port: Number(port || HTTPS_PORT), ...name, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(CONNECT_MS) })
    return socket.getPeerX509Certificate() ?? skipped(`${origin} presents no certificate.`)
  } catch (error) {
    return skipped(
      `${origin} cannot be reached from this machine, so its certificate was not seen (${reasonOf(error)}).`,
    )
  } finally {
    socket.destroy()
  }
}

function lookAtName(certificate: X509Certificate, { publicUrl }: Config): Finding {
  const host = new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')
  const isFor = net.isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)
  if (isFor) return ok(`The certificate is for ${host}.`)
  return problem(
    `PUBLIC_URL names ${host}, and the certificate is for ${certificate.subjectAltName ?? certificate.subject}.`,
    'Get a certificate for that name, or set PUBLIC_URL to a name of the certificate.',
  )
}

function lookAtTime(certificate: X509Certificate, _config: Config, nowMs: number): Finding {
  const [from, to] = [certificate.validFromDate, certificate.validToDate]
  if (to.getTime() < nowMs) return problem(`The certificate expired on ${dayOf(to)}.`, RENEW)
  if (from.getTime() > nowMs)
    return problem(
      `The certificate is valid from ${dayOf(from)} on only.`,
      'Set the clock of this machine, or wait until that day.',
    )
  const days = Math.floor((to.getTime() - nowMs) / DAY_MS)
  if (days < SOON_DAYS) return warning(`The certificate expires soon, on ${dayOf(to)}.`, RENEW)
  return ok(`The certificate is valid until ${dayOf(to)}.`)
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
