import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { beginVisit, linkContent, openLink } from '#vault/sharing/links/visit-link.ts'
import { followed, ada, fileId, server, stageLinks, visitor } from '../sharing/link-stage.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { readContent } from '../support/stored-file.ts'
import { enforced, noticed } from './noticed.ts'
import { shown } from '../support/shown.ts'

const PLAN = Buffer.from('a plan')
stageLinks(PLAN)

beforeEach(async () => {
  await server.database.owner('delete from threat_detections')
})

/** A visitor reads the file of Ada by a link that she made so long ago. */
async function readByLinkOf(age: string): Promise<void> {
  const wanted = { file: await shown(ada, fileId), days: 7, password: null, maxDownloads: null, sender: null }
  const link = followed(await createLink(ada.api, ada.vault, wanted, new Date()))
  const made = { table: 'public.share_links', where: 'r.id = $1', values: [link.id], columns: ['created_at'] }
  await ageRows(server.database, made, age)
  const opened = await openLink(visitor, link, null)
  const content = await linkContent(visitor, opened, await beginVisit(visitor, opened))
  expect((await readContent(visitor, content)).equals(PLAN)).toBe(true)
}

test('one file too many through links of today is noted, and the owner is notified and not held; older links are not counted', async () => {
  for (let n = 0; n < 300; n += 1) await server.threats.reading.readByLink(ada.userId, `object${n}`)
  await readByLinkOf('25 hours')
  expect(await noticed(server, ada.userId)).toEqual([])
  await readByLinkOf('1 hour')
  expect(await noticed(server, ada.userId)).toMatchObject([
    {
      detector: 'slow_exfiltration',
      enforcement: 'none',
      incident_id: null,
      reasons: [{ code: 'read_by_own_links', files: 301 }],
    },
  ])
  expect(await enforced(server, ada.userId)).toEqual([])
  const { rows } = await server.database.owner('select from notifications where user_id = $1 and kind = $2', [
    ada.userId,
    'threat_noticed',
  ])
  expect(rows).toHaveLength(1)
})

test('an address that tries out links opens the one whose secret it has', async () => {
  const file = await shown(ada, fileId)
  const wanted = { file, days: 7, password: null, maxDownloads: null, sender: null }
  const link = followed(await createLink(ada.api, ada.vault, wanted, new Date()))
  const tried = () => server.fetch(`/links/v1/${randomUUID()}/door`, { method: 'POST' })
  while ((await tried()).status !== 429);
  const opened = await openLink(visitor, link, null)
  const content = await linkContent(visitor, opened, await beginVisit(visitor, opened))
  expect((await readContent(visitor, content)).equals(PLAN)).toBe(true)
  expect((await tried()).status).toBe(429)
})
