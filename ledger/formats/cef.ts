import type { EventRow } from '../events/event-row.ts'

const SEVERITY: Record<string, number> = { low: 2, medium: 5, high: 8, critical: 10 }

/** Of these lines, not of the server: a release does not change what their fields mean. */
const DEVICE_VERSION = '1'

/**
 * An event of the audit log as one line of the Common Event Format, version 0.
 *
 * @param index its place in the log of its organisation, where that is known.
 */
export function cefLine(row: EventRow, index?: number): string {
  const header = [
    'CEF:0',
    'QuantumShield',
    'QuantumShield',
    DEVICE_VERSION,
    row.event_type,
    row.action,
    String(SEVERITY[row.risk_level] ?? 0),
  ]
  return `${header.map(inHeader).join('|')}|${extension(row, index)}`
}

function extension(
  { id, created_at, event_category, user_id, action, status, details }: EventRow,
  index: number | undefined,
): string {
  const { ip, user_agent: agent } = details
  const fields: [string, unknown][] = [
    // Reads a text, not the clock.
    // oxlint-disable-next-line no-restricted-globals
    ['rt', Math.floor(Date.parse(created_at))],
    ['externalId', id],
    ['cat', event_category],
    ['act', action],
    ['outcome', status],
    ['suid', user_id],
    ...addressFields(ip),
    ['requestClientApplication', agent],
    ['cs1Label', 'details'],
    ['cs1', JSON.stringify(details)],
    ['cn1Label', index === undefined ? undefined : 'leafIndex'],
    ['cn1', index],
  ]
  return fields
    .filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value !== ''))
    .map(([name, value]) => `${name}=${inExtension(String(value))}`)
    .join(' ')
}

/** `src` takes addresses of IPv4 alone. */
function addressFields(ip: unknown): [string, unknown][] {
  if (typeof ip !== 'string' || !ip.includes(':')) return [['src', ip]]
  return [
    ['c6a2Label', 'Source IPv6 Address'],
    ['c6a2', ip],
  ]
}

/** One line, whatever the text holds. */
const inHeader = (text: string): string => text.replaceAll(/[\\|]/g, String.raw`\$&`).replaceAll(/[\r\n]+/g, ' ')

const inExtension = (text: string): string =>
  text
    .replaceAll(/[\\=]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\n', String.raw`\n`)
