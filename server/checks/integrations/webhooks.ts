import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import http, { type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { utf8 } from '#crypto/encoding.ts'
import { mlDsa } from '#crypto/primitives/ml-dsa.ts'
import { systemClock } from '../../clock.ts'
import type { Transaction } from '../../db/database.ts'
import { PrivateHosts } from '../../outbound/networks.ts'
import { Outbound } from '../../outbound/outbound.ts'
import { newWebhookSecret } from '../../outbound/standard-webhook.ts'
import { sealSecret } from '../../secret-seal.ts'
import { deliverNext, type DeliveryServices } from '../../streams/deliver.ts'
import { HttpSigner, signatureBase } from '../../streams/http-signature.ts'
import { type Check, type CheckContext, expectThat, passed } from '../check.ts'
import { rolledBack } from '../probe.ts'
import { onLoopback } from './loopback.ts'
import { plantStream, readStream, tryAgain } from './webhooks.sql.ts'

type Received = { url: string; headers: IncomingHttpHeaders; body: string }

/** INT-04 */
export const webhooksAreSignedAndRepeated: Check = async (context) => {
  const { serverSecret } = context.services.secrets
  const { id: userId } = await context.people.add()
  const received: Received[] = []
  const tries = (): number => received.length
  const sink = http.createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ url: request.url ?? '', headers: request.headers, body })
      // The first try meets a receiver with a fault.
      return response.writeHead(received.length === 1 ? 500 : 204).end()
    })
  })
  return onLoopback(sink, (port) =>
    rolledBack(context, async (db) => {
      const [id, secret, address] = [randomUUID(), newWebhookSecret(), `http://127.0.0.1:${port}/hook`]
      const sealed = sealSecret(serverSecret, { kind: 'stream-secret', id }, Buffer.from(secret))
      const event = await plantStream(db, { id, userId, address, secret: sealed })
      const services = deliveryOf(context, db)
      await deliverNext(services, id)
      const failed = await readStream(db, id)
      expectThat(tries() === 1, 'The first delivery did not reach its receiver')
      expectThat(
        failed.sent === 0 && failed.failures === 1 && failed.is_later,
        'A delivery that was refused is not to be tried again',
      )
      await tryAgain(db, id)
      await deliverNext(services, id)
      const { sent } = await readStream(db, id)
      expectThat(sent === 1 && tries() === 2, 'What was refused was not delivered at the second try', {
        tries: tries(),
      })
      const [first, second] = received
      if (!first || !second) return passed()
      expectThat(first.headers['webhook-id'] === second.headers['webhook-id'], 'The second try has another id')
      expectThat(second.body.includes(event), 'What was delivered is another event')
      for (const request of [first, second]) {
        expectThat(isSigned(request, secret), 'The signature of a delivery is not that of its secret')
        expectThat(
          await isSignedByServer(request, { address, signer: services.signer }),
          'The post-quantum signature of a delivery does not hold',
        )
      }
      return passed({ tries: tries(), bytes: second.body.length })
    }),
  )
}

/** By the code that delivers, to this machine alone, within a transaction that is undone. */
function deliveryOf({ services }: CheckContext, db: Transaction): DeliveryServices {
  const { config, secrets, clock = systemClock } = services
  return {
    database: {
      owner: (statement, values) =>
        db.query(typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement),
    },
    serverSecret: secrets.serverSecret,
    outbound: new Outbound({ privateHosts: new PrivateHosts(['127.0.0.1']), dnsServers: [], ca: undefined }),
    signer: new HttpSigner(secrets.serverSecret),
    host: new URL(config.publicUrl).hostname,
    nowMs: () => clock.nowMs(),
  }
}

/** As a receiver checks it by Standard Webhooks 1.0. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest()
  const given = Buffer.from(String(headers['webhook-signature']).replace(/^v1,/, ''), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** As a receiver checks it by RFC 9421, with the key that this server publishes. */
async function isSignedByServer(
  { headers }: Received,
  { address, signer }: { address: string; signer: HttpSigner },
): Promise<boolean> {
  const parameters = String(headers['signature-input']).replace(/^qs=/, '')
  const names = [...(/^\(([^)]*)\)/.exec(parameters)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
  const valueOf = (name: string): string =>
    name === '@method' ? 'POST' : name === '@target-uri' ? address : String(headers[name])
  const signature = Buffer.from(/^qs=:(.+):$/.exec(String(headers['signature']))?.[1] ?? '', 'base64')
  const base = signatureBase(
    names.map((name) => [name, valueOf(name)] as const),
    parameters,
  )
  const publicKey = Buffer.from((await signer.key()).pub, 'base64url')
  return (await mlDsa(65)).verify(publicKey, utf8(base), new Uint8Array(), signature)
}
