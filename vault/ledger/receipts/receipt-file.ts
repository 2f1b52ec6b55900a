import type { ReceiptReport } from './settle-receipts.ts'

const NAME = 'Audit-Receipt: '

/** Promises that were broken, as text, for those who check them: each receipt as it was answered. */
export const writeReceiptFile = (broken: ReceiptReport['broken']): string =>
  broken
    .map(({ problem, event, log, atMs, call, text }) =>
      [
        `Event: ${event}`,
        `Log: ${log}`,
        `Promised: ${new Date(atMs).toISOString()}`,
        `Call: ${call}`,
        `Found: ${problem}`,
        `${NAME}${text}`,
        '',
      ].join('\n'),
    )
    .join('\n')

/** The receipts of such a file. What else it says is nobody's word. */
export const readReceiptFile = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.startsWith(NAME))
    .map((line) => line.slice(NAME.length).trim())
