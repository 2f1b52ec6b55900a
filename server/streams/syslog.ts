import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { SyslogTarget } from '#contract/audit/event-streams.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import { OutboundError } from '#server/outbound/outbound-error.ts'
import type { RenderedEvent } from './render-event.ts'

const APP = 'QuantumShield'
/** "Log audit" of RFC 5424 §6.2.1. */
const FACILITY = 13
/** By the risk of an event: critical, warning, notice, informational. */
const SEVERITY: Readonly<Record<string, number>> = { critical: 2, high: 4, medium: 5, low: 6 }
const MOST_NAME = 32
/** The refusal of a datagram comes back in this time, or not at all. */
const REFUSAL_MS = 200

/** One message of RFC 5424, without a frame. @param host of this installation. */
export function syslogMessage({ event, line }: RenderedEvent, host: string): string {
  const { event_type: type, risk_level: risk, created_at: at } = event.row
  const priority = FACILITY * 8 + (SEVERITY[risk] ?? 5)
  return `<${priority}>1 ${new Date(at).toISOString()} ${nameOf(host, 255)} ${APP} - ${nameOf(type, MOST_NAME)} - ${line}`
}

/** Printable US-ASCII without spaces, as the header wants it. */
const nameOf = (text: string, longest: number): string => text.replaceAll(/[^!-~]/g, '_').slice(0, longest) || '-'

/** RFC 6587 §3.4.1: the length in bytes, so that nothing in a message can end it. */
export const framed = (message: string): string => `${Buffer.byteLength(message)} ${message}`

type Sending = { target: SyslogTarget; messages: readonly string[]; ca: string | undefined }

/**
 * Syslog has no answer. By TCP and TLS the batch counts once the receiver has read to its end and closes as well, which it does not when it dies
 * before; by UDP once nobody has said that the port is closed.
 * @throws {OutboundError}
 */
export async function sendSyslog(outbound: Outbound, { target, messages, ca }: Sending): Promise<void> {
  const { transport, host, port } = target
  if (transport === 'udp') return sendDatagrams(outbound, { target, messages })
  const bytes = messages.map(framed).join('')
  const hand = (socket: Socket): Promise<void> => handOver(socket, bytes)
  if (transport === 'tcp') return outbound.byTcp({ host, port }, hand)
  return outbound.byTls({ host, port, ca }, hand)
}

async function handOver(socket: Socket, bytes: string): Promise<void> {
  // What it says is not looked at.
  socket.resume()
  const isClosed = once(socket, 'end')
  socket.end(bytes)
  await isClosed
  if (!socket.writableFinished) throw new OutboundError('cut')
}

function sendDatagrams(outbound: Outbound, { target, messages }: Pick<Sending, 'target' | 'messages'>): Promise<void> {
  return outbound.byUdp(target, async (socket) => {
    const send = promisify((message: string, done: (error: Error | null) => void) => socket.send(message, done))
    let refuse: (error: Error) => void = () => undefined
    const refused = new Promise<never>((_resolve, reject) => (refuse = reject))
    socket.on('error', refuse)
    const all = async (): Promise<void> => {
      for (const message of messages) await send(message)
      await sleep(REFUSAL_MS)
    }
    await Promise.race([all(), refused])
  })
}
