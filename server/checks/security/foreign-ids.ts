import { randomBytes } from 'node:crypto'
import { type Check, type CheckContext, expectThat, noneOf } from '../check.ts'
import type { ProbeSession } from '../probe-people.ts'
import { BUCKET, type ProbeFile, storeProbeFile } from './probe-file.ts'
import { THINGS, thingsReached } from './things-of-others.ts'

/** SEC-06: somebody who knows the ids of another person's things asks for them, changes them and deletes them. */
export const idsOfOthersGetNothing: Check = async (context) => {
  const {
    site,
    people,
    services: { database },
  } = context
  const [asker, owner] = [await people.enter(site), await people.enter(site, { organisation: 'b' })]
  const colleague = await people.enter(site, { organisation: 'b' })
  const file = await storeProbeFile(context, owner, randomBytes(2000))
  await database.owner(`select notify.person($1, 'new_device', '{}')`, [owner.person.id])
  const own = await Promise.all(
    ROWS.map(({ table, by }) => isShown(context, owner, `/rest/v1/${table}?${by}=eq.${owner.person.id}`)),
  )
  const unseen = ROWS.filter((_, at) => own[at] === false).map(({ table }) => table)
  expectThat(unseen.length <= ROWS.length / 2, `Its owner does not see the rows either: ${unseen.join(', ')}`)
  const reached: string[] = []
  for (const other of [asker, colleague]) {
    const isColleague = other === colleague
    reached.push(
      ...(await rowsReached(context, other, { owner, isColleague })),
      ...(await bytesReached(context, other, file)),
    )
  }
  const administrators = {
    asker: await people.enter(site, { role: 'admin' }),
    owner: await people.enter(site, { organisation: 'b', role: 'admin' }),
  }
  reached.push(...(await thingsReached(context, administrators)))
  const before = await site.ask(`/storage/v1/object/authenticated/${BUCKET}/${file.objectName}`, {
    token: owner.accessToken,
  })
  if (before.status !== 200) reached.push('the object was deleted')
  return noneOf(reached, 'An id of somebody else gets something', { kinds: ROWS.length + THINGS + 5 })
}

type OwnRows = { table: string; by: string; change: object; ofColleagues?: true }

/** Tables with rows of the owner, and what names one; some are shown to colleagues, who look up whom they work with. */
const ROWS: readonly OwnRows[] = [
  { table: 'profiles', by: 'user_id', ofColleagues: true, change: { first_name: 'Mallory' } },
  { table: 'file_records', by: 'user_id', change: { is_starred: true } },
  { table: 'file_access', by: 'user_id', change: { wrapped_key: 'x' } },
  { table: 'notifications', by: 'user_id', change: { read_at: '2026-01-01T00:00:00Z' } },
  { table: 'enterprise_user_roles', by: 'user_id', ofColleagues: true, change: { role: 'viewer' } },
  { table: 'system_audit_log', by: 'user_id', change: { status: 'x' } },
]

async function isShown({ site }: CheckContext, { accessToken: token }: ProbeSession, path: string): Promise<boolean> {
  const { status, text } = await site.ask(path, { token })
  return status < 300 && text !== '[]'
}

async function rowsReached(
  { site }: CheckContext,
  { accessToken: token }: ProbeSession,
  { owner: { person }, isColleague }: { owner: ProbeSession; isColleague: boolean },
): Promise<string[]> {
  const reached: string[] = []
  for (const { table, by, change, ofColleagues } of ROWS) {
    const path = `/rest/v1/${table}?${by}=eq.${person.id}`
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', change],
      ['DELETE', undefined],
    ] as const) {
      const headers = { prefer: 'return=representation' }
      const { status, text } = await site.ask(path, { method, token, headers, ...(body && { body }) })
      const isMeant = method === 'GET' && isColleague && ofColleagues
      if (status < 300 && text !== '[]' && !isMeant) reached.push(`${method} ${table}`)
    }
  }
  return reached
}

async function bytesReached(
  { site }: CheckContext,
  { accessToken: token }: ProbeSession,
  { objectName, id }: ProbeFile,
): Promise<string[]> {
  const reached: string[] = []
  const at = `${BUCKET}/${objectName}`
  for (const [method, path, body] of [
    ['GET', `/storage/v1/object/authenticated/${at}`, undefined],
    ['GET', `/storage/v1/object/info/${at}`, undefined],
    ['POST', `/storage/v1/object/sign/${at}`, { expiresIn: 60 }],
    [
      'POST',
      '/storage/v1/object/copy',
      { bucketId: BUCKET, sourceKey: objectName, destinationKey: `${objectName.split('/')[0]}/copy` },
    ],
    ['DELETE', `/storage/v1/object/${at}`, undefined],
  ] as const) {
    const { status } = await site.ask(path, { method, token, ...(body && { body }) })
    if (status < 400) reached.push(`${method} ${path.split('/').slice(0, 5).join('/')} of ${id}`)
  }
  return reached
}
