import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { FilesClient, VaultFile } from '#web/lib/remote/vault-client.ts'
import { takeTurn } from './take-turn.ts'
import { filesQuery } from './files.queries.ts'

test('a list that was read while a change was on its way does not take the change back', async () => {
  const queries = new QueryClient()
  let stored = ['Letter.pdf']
  const list = async () => stored.map((name) => ({ name }) as VaultFile)
  const query = filesQuery({ spaceId: null, list } as unknown as FilesClient)
  const names = async () => (await queries.fetchQuery({ ...query, staleTime: 0 })).map(({ name }) => name)
  expect(await names()).toEqual(['Letter.pdf'])

  const turn = takeTurn(queries)
  queries.setQueryData(query.queryKey, [])
  expect(await names()).toEqual([])
  turn.end()
  stored = ['Letter.pdf', 'from another device.txt']
  expect(await names()).toEqual(['Letter.pdf', 'from another device.txt'])
})
