import tls from 'node:tls'
import { z } from 'zod'
import { type Check, type CheckContext, expectThat, passed, skipped } from '../check.ts'

const DAY_MS = 86_400_000
const LEAST_DAYS = 14
const PATIENCE_MS = 5000

/** SEC-03 */
export const tlsIsModern: Check = async (context) => {
  const { tls: own, role } = context.services.config
  if (!own || role === 'worker') return skipped('tls_elsewhere')
  const { protocol, group, certificate, alpn } = await shakeHands(context, {})
  const [validFrom, validUntil] = [new Date(certificate.valid_from), new Date(certificate.valid_to)]
  const days = Math.floor((validUntil.getTime() - Date.now()) / DAY_MS)
  const evidence = { protocol, group: group ?? 'unknown', days, alpn }
  expectThat(protocol === 'TLSv1.3', `${protocol} is agreed on`, evidence)
  expectThat(
    group === 'X25519MLKEM768',
    `The key exchange is ${group ?? 'unknown'}, which is not hybrid post-quantum`,
    evidence,
  )
  const misnamed = tls.checkServerIdentity(new URL(context.services.config.publicUrl).hostname, certificate)
  expectThat(misnamed === undefined, 'The certificate is for another name', evidence)
  expectThat(validFrom.getTime() <= Date.now(), 'The certificate is not valid yet', evidence)
  expectThat(days >= LEAST_DAYS, `The certificate is valid for ${days} days only`, evidence)
  const old = await shakeHands(context, {
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  }).then(
    ({ protocol: agreed }) => agreed,
    () => undefined,
  )
  expectThat(old === undefined, `${old} is accepted`, evidence)
  return passed(evidence)
}

/** What Node says of the key exchange of a client. */
const exchanged = z.object({ name: z.string() })

type Agreed = { protocol: string; group: string | null; certificate: tls.PeerCertificate; alpn: string }

function shakeHands({ services: { config } }: CheckContext, versions: tls.SecureContextOptions): Promise<Agreed> {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  // Whom the certificate is for is for clients to judge: this asks under the address of the machine.
  const options = {
    host,
    port: config.port,
    servername: new URL(config.publicUrl).hostname,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2', 'http/1.1'],
  }
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ ...options, ...versions }, () => {
      resolve({
        protocol: socket.getProtocol() ?? 'none',
        group: exchanged.safeParse(socket.getEphemeralKeyInfo()).data?.name ?? null,
        certificate: socket.getPeerCertificate(),
        alpn: String(socket.alpnProtocol),
      })
      socket.destroy()
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('the TLS handshake took too long')))
    socket.once('error', reject)
  })
}
