import tls from 'node:tls'
import { makeCertificate } from '../lib/certificate.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { hammer } from '../lib/load.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'
import { startBenchServer } from '../lib/server.ts'

const HYBRID = 'X25519MLKEM768'
const CLASSIC = 'X25519'

/** Connections that a later quantum computer cannot read. */
export const handshakes: Entry = {
  name: 'b14-tls',
  title: 'full TLS 1.3 handshakes with the server, hybrid beside classic key exchange, one after the other',
  holdsBack:
    'the signature of the certificate and two processes on two cores; ML-KEM adds its encapsulation and 1.1 KB each way.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const { url } = await startBenchServer({ certificate: await makeCertificate(folder) })
  const port = Number(new URL(url).port)
  const ms = isQuick ? 400 : 1500
  const measured = await runRounds(
    [HYBRID, CLASSIC].map((group) => ({
      name: group,
      verify: () => handshake(port, group),
      run: () => hammer(() => handshake(port, group), { lanes: 1, ms }),
    })),
    isQuick ? 2 : 7,
  )
  const offered = await negotiated(port)
  return {
    tables: [{ caption: 'handshakes', measured, ratioTo: [CLASSIC] }],
    aims: [
      { what: `${HYBRID} times ${CLASSIC}`, got: ratioOf(measured, HYBRID, CLASSIC), reachable: 0.75, ambitious: 0.85 },
    ],
    notes: [`A client with Node's defaults and the server agree on ${offered}.`],
  }
}

/** One connection with one group, closed at once. @throws {Error} when another group was agreed on. */
async function handshake(port: number, group: string): Promise<void> {
  const name = await connect(port, { ecdhCurve: group })
  if (name !== group) throw new Error(`${name} was agreed on instead of ${group}`)
}

const negotiated = (port: number): Promise<string> => connect(port, {})

function connect(port: number, options: tls.ConnectionOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      minVersion: 'TLSv1.3',
      ...options,
    })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { name } = socket.getEphemeralKeyInfo() as { name?: string }
      socket.destroy()
      resolve(name ?? 'nothing with a name')
    })
  })
}
