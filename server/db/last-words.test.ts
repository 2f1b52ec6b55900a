import { expect, test } from 'vitest'
import { lastWordsIn } from './last-words.ts'

const at = '2026-11-27 03:12:01.123 UTC [77]'

test('why PostgreSQL ended is said, and no statement, whatever it quotes', () => {
  const log = [
    `${at} LOG:  received immediate shutdown request`,
    `${at} ERROR:  value too long`,
    `${at} STATEMENT:  insert into notes values ('LOG: my diary')`,
    `\tvalues ('HINT: the safe is behind the picture')`,
    `${at} FATAL:  could not write lock file: No space left on device`,
  ]
  expect(lastWordsIn(log.join('\n')).split('\n')).toEqual([log[0], log[4]])
})
