import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { DatabaseBusyError, DatabaseLostError } from '#server/db/database-busy-error.ts'
import { BlobStoreError } from '#server/blob-store-error.ts'
import { outageOf } from './outage.ts'

const ofDatabase = (code: string) => Object.assign(new DatabaseError('detail of a table', 0, 'error'), { code })
const ofSystem = (code: string) => Object.assign(new Error(`${code}, open '/secret/folder'`), { code })

test.each<[what: string, error: Error, retryAfterSeconds: number]>([
  ['a lost connection', new DatabaseLostError('broke off'), 5],
  ['a store that is away', new BlobStoreError('the S3 server could not be used'), 5],
  ['a database whose disk is full', ofDatabase('53100'), 30],
  ['a database with too many connections', ofDatabase('53300'), 5],
  ['a statement that took too long', ofDatabase('57014'), 5],
  ['a lock that did not come', ofDatabase('55P03'), 5],
  ['a database whose disk fails', ofDatabase('58030'), 30],
  ['too many open files', ofSystem('EMFILE'), 5],
  ['a disk that fails', ofSystem('EIO'), 30],
  ['a disk that takes no writes', ofSystem('EROFS'), 30],
])('%s is an outage of which nobody knows what was done, and its sentence holds no detail', (_, error, seconds) => {
  const outage = outageOf(error)
  expect(outage).toMatchObject({ retryAfterSeconds: seconds, isNothingDone: false })
  expect(outage?.message).not.toMatch(/secret|detail|S3/)
})

test('a pool without a free connection is an outage before anything was done', () => {
  expect(outageOf(new DatabaseBusyError('The server is busy'))).toEqual({
    message: 'The server is busy',
    retryAfterSeconds: 2,
    isNothingDone: true,
  })
})

test.each([
  // A limit that an administrator chose.
  ofDatabase('53400'),
  ofDatabase('23505'),
  ofDatabase('42501'),
  // Somebody has to make room; to send the bytes again at once would not help.
  ofSystem('ENOSPC'),
  ofSystem('ENOENT'),
  new Error('a mistake'),
  'no error at all',
])('%s is none', (error) => {
  expect(outageOf(error)).toBeUndefined()
})
