import { expect, test } from 'vitest'
import type { VaultApi } from '#vault/session/api.ts'
import { readEngineFile } from './grammar.ts'

const delivering = (content: string) => {
  const asked: string[] = []
  const api: Pick<VaultApi, 'fetch'> = {
    fetch: async (path) => {
      asked.push(path)
      return new Response(content)
    },
  }
  return { api: api as VaultApi, asked }
}

test('an engine that is not the one that was tried does not get to the page', async () => {
  const { api, asked } = delivering('const defaultGlue = {}\nexport { defaultGlue }\n')
  await expect(readEngineFile(api, 'glue')).rejects.toThrow('the server delivers another engine')
  await expect(readEngineFile(api, 'program')).rejects.toThrow('the server delivers another engine')
  expect(asked).toEqual(['/grammar/v1/engine/2.10.0/glue', '/grammar/v1/engine/2.10.0/program'])
})
