import dgram from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, RECURSION_DESIRED } from 'dns-packet'

export type DnsServer = {
  /** As `DNS_SERVERS` takes it. */
  address: string
  /** TXT records by name; other names do not exist. */
  records: Map<string, string[]>
  /** Addresses of IPv4 by name: what is answered the first time, the second and so on; the last from then on. */
  hosts: Map<string, string[][]>
  /** False: questions get the answer SERVFAIL. */
  isWell: boolean
  stop: () => Promise<void>
}

/** A DNS server on this machine that knows TXT records, and addresses that change. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = dgram.createSocket('udp4')
  const server: DnsServer = {
    address: '',
    records: new Map(),
    hosts: new Map(),
    isWell: true,
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (packet, { port, address }) => {
    const { id, questions = [] } = decode(packet)
    const name = questions[0]?.name.toLowerCase() ?? ''
    const known = [
      ...(server.records.get(name) ?? []).map((data) => ({ type: 'TXT' as const, name, ttl: 0, data })),
      ...(questions[0]?.type === 'A' ? nextOf(server.hosts.get(name)) : []).map((data) => ({
        type: 'A' as const,
        name,
        ttl: 0,
        data,
      })),
    ]
    const isKnown = server.records.has(name) || server.hosts.has(name)
    const code = !server.isWell ? 2 : isKnown ? 0 : 3
    const answers = server.isWell ? known : []
    // The lowest four bits are the code of the answer; the next one up says that it is authoritative.
    const flags = RECURSION_DESIRED | (1 << 10) | code
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}

const nextOf = (answers: string[][] = []): string[] => (answers.length > 1 ? answers.shift() : answers[0]) ?? []
