import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

const HEADER_BYTES = 12
/** An answer that is authoritative, to a question that wanted for recursion; the last four bits say that there is no such name. */
const [FOUND, NOT_FOUND] = [0x85_00, 0x85_03]
const A = 1

/** Runs `work` while a DNS server of the test knows these names. @param addresses of IPv4 by name. */
export async function withNames<T>(
  addresses: ReadonlyMap<string, readonly string[]>,
  work: (server: string) => Promise<T>,
): Promise<T> {
  const socket = dgram.createSocket('udp4')
  socket.on('message', (question, from) => socket.send(answerTo(question, addresses), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  try {
    return await work(`127.0.0.1:${socket.address().port}`)
  } finally {
    socket.close()
  }
}

/** RFC 1035 §4.1: the header, the question as it came, and an answer for each address. */
function answerTo(question: Buffer, addresses: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, end } = readName(question)
  const type = question.readUInt16BE(end)
  const known = addresses.get(name)
  const answers = (type === A ? (known ?? []) : []).filter((address) => net.isIPv4(address))
  const header = Buffer.alloc(HEADER_BYTES)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(known ? FOUND : NOT_FOUND, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end + 4), ...answers.map(record)])
}

/** Of the name that the question holds, never to be kept. */
function record(address: string): Buffer {
  const start = Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 0, 0, 4])
  return Buffer.concat([start, Buffer.from(address.split('.').map(Number))])
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
