import { describe, expect, test } from 'vitest'
import { readSyslogAddress } from '#contract/audit/event-streams.ts'
import { renderEvent } from './render-event.ts'
import { framed, syslogMessage } from './syslog.ts'

const row = {
  id: '0191d5a2-8c1b-4e5e-9a5a-000000000001',
  created_at: '2026-11-26T11:39:00.123456+00:00',
  event_type: 'organisation_domains.very_long_name_of_an_event',
  event_category: 'config_change',
  user_id: null,
  action: 'a\nb',
  status: 'success',
  risk_level: 'critical',
  details: {},
}
const rendered = renderEvent('json', { index: 7, origin: 'log', row })

describe('a message of RFC 5424', () => {
  test('says severity, time, host, program and kind, and is one line', () => {
    expect(syslogMessage(rendered, 'vault.example.com')).toBe(
      `<106>1 2026-11-26T11:39:00.123Z vault.example.com QuantumShield - organisation_domains.very_long_n - ${JSON.stringify({ ...row, log: 'log', leaf_index: 7 })}`,
    )
    expect(syslogMessage(rendered, 'vault.example.com')).not.toContain('\n')
  })

  test.each([
    ['critical', 106],
    ['high', 108],
    ['medium', 109],
    ['low', 110],
    ['unheard of', 109],
  ])('of risk %s has priority %i', (risk_level, priority) => {
    const event = renderEvent('cef', { index: 7, origin: 'log', row: { ...row, risk_level } })
    expect(syslogMessage(event, 'h')).toMatch(new RegExp(`^<${priority}>1 `))
  })

  test('is counted in bytes', () => {
    expect(framed('aä')).toBe('3 aä')
  })
})

describe('an address of syslog', () => {
  test.each([
    ['udp://logs.example.com', { transport: 'udp', host: 'logs.example.com', port: 514 }],
    ['TLS://logs.example.com', { transport: 'tls', host: 'logs.example.com', port: 6514 }],
    ['tcp://127.0.0.1:1514/', { transport: 'tcp', host: '127.0.0.1', port: 1514 }],
    ['tls://[2001:db8::1]:6515', { transport: 'tls', host: '2001:db8::1', port: 6515 }],
  ])('is %s', (address, target) => expect(readSyslogAddress(address)).toEqual(target))

  test.each([
    'https://a',
    'tcp://',
    'tcp://a:0',
    'tcp://a:70000',
    'tcp://a/path',
    'tcp://user@a',
    'tcp://a b',
    'relp://a',
  ])('is not %s', (address) => expect(readSyslogAddress(address)).toBeUndefined())
})
