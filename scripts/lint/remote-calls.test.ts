import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { REMOTE_FEATURES } from '#web/lib/remote/vault-client.ts'

const web = path.resolve(import.meta.dirname, '../../web')
/** TanStack Query gives its functions a context, and a remote function would send that to the worker too. */
const BARE = new RegExp(`(?:queryFn|mutationFn): (?:${[...REMOTE_FEATURES, 'folders'].join('|')})\\.\\w+(?![\\w(])`)

test('no remote function is handed to TanStack Query as it is', () => {
  const files = fs.globSync('{admin,app,parts,studio}/**/*.{ts,tsx}', { cwd: web })
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => BARE.test(fs.readFileSync(path.join(web, file), 'utf8')))).toEqual([])
})

test('one that is would be found', () => {
  expect('useMutation({ mutationFn: team.addDomain, onSuccess })').toMatch(BARE)
  expect('queryOptions({ queryFn: teams.list })').toMatch(BARE)
  expect('queryOptions({ queryFn: () => teams.list() })').not.toMatch(BARE)
})
