import { expect, test } from 'vitest'
import { readReport } from './read-report.ts'

const TOKEN = '0b8f2c1e-8a0f-4a55-9a3e-1d2c3b4a5f60.AAAAAAAAAAAAAAAAAAAAAA'

/** As postfix writes it. */
const dsn = ({ action = 'failed', status = '5.1.1', about = '' } = {}) =>
  [
    'From: MAILER-DAEMON@mx.example',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="B1/mx.example"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--B1/mx.example',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry: Status: 5.0.0 and Action: failed are only words here.',
    '',
    '--B1/mx.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ada@example.org',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    '',
    '--B1/mx.example',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: News',
    about,
    '',
    '--B1/mx.example--',
    '',
  ].join('\r\n')

test('a mail that came back for good names its recipient, and which mail it was', () => {
  expect(readReport(dsn())).toEqual({ kind: 'bounce', addresses: ['ada@example.org'], token: undefined })
  const folded = `List-Unsubscribe:\r\n <https://vault.example/growth/unsubscribe/${TOKEN}>`
  expect(readReport(dsn({ about: folded }))).toMatchObject({ token: TOKEN })
  expect(readReport(dsn().replaceAll('\r\n', '\n'))).toMatchObject({ addresses: ['ada@example.org'] })
})

test.each([
  { action: 'delayed', status: '4.4.1' },
  { action: 'failed', status: '4.2.2' },
  { action: 'delivered', status: '2.0.0' },
  { action: 'delayed', status: '5.1.1' },
])('%j is nothing that came back for good', (fields) => {
  expect(readReport(dsn(fields))).toBeNull()
})

const arf = (type: string) =>
  [
    'Content-Type: multipart/report; report-type=feedback-report; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'A person pressed the button.',
    '--x',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: mx/1',
    'Version: 1',
    'Original-Rcpt-To: <ada@example.org>',
    '',
    '--x',
    'Content-Type: message/rfc822',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`List-Unsubscribe: <https://vault.example/growth/unsubscribe/${TOKEN}>\r\n\r\nbody`).toString('base64'),
    '--x--',
  ].join('\r\n')

test('a complaint names its recipient, and which mail it was', () => {
  expect(readReport(arf('abuse'))).toEqual({ kind: 'complaint', addresses: ['ada@example.org'], token: TOKEN })
  expect(readReport(arf('not-spam'))).toBeNull()
})

test.each([
  '',
  'From: a@b\r\n\r\nHello',
  'Content-Type: multipart/report\r\n\r\nno boundary',
  'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n--x--',
  `Content-Type: multipart/report; boundary=x\r\n\r\n${'--x\r\nContent-Type: message/delivery-status\r\n\r\n'.repeat(1000)}`,
  `Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n${'\r\n \r\n'.repeat(100_000)}`,
])('%.40j is no report', (message) => {
  expect(readReport(message)).toBeNull()
})
