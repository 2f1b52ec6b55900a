import { describe, expect, test } from 'vitest'
import { toBase64Url, utf8 } from '#crypto/index.ts'
import { markStarred, readMarks } from '#vault/spaces/space-marks.ts'
import { teamOf } from '#vault/spaces/team-spaces.ts'
import { bob, eve, server, spaceId, stageSpace } from '../../spaces/space-of-three.ts'

stageSpace()

const FILE = '6f0c3c8e-7d0e-4a7e-9d59-0d4a9f1f2a01'
const FOLDER = '6f0c3c8e-7d0e-4a7e-9d59-0d4a9f1f2a02'
const star = (person: typeof bob, ids: readonly string[]) =>
  markStarred(person.api, person.vault, { teamSpaceId: spaceId, ids, isStarred: true })
const marksOf = (person: typeof bob) => readMarks(person.api, person.vault, spaceId)
const storedRows = async () => {
  const { rows } = await server.database.owner<{ version: number }>(
    'select version from public.space_marks where team_space_id = $1',
    [spaceId],
  )
  return rows
}

describe('a server that changes what a member marked in a team space', () => {
  const set = (statement: string, values: unknown[]) => server.database.owner(statement, values)

  test('shows nothing by it, and it is not written over', async () => {
    await star(bob, [FILE])
    await set('update public.space_marks set version = 7 where user_id = $1', [bob.userId])

    expect(await marksOf(bob)).toEqual({ stars: [], tags: {} })
    await expect(star(bob, [FOLDER])).rejects.toMatchObject({ code: 'file_damaged' })
    expect(await storedRows()).toMatchObject([{ version: 7 }])
  })

  test('cannot show the marks of another person, or of another space', async () => {
    await star(eve, [FILE])
    await star(bob, [FOLDER])
    await set(
      `update public.space_marks m set sealed = o.sealed, version = o.version
       from public.space_marks o where m.user_id = $1 and o.user_id = $2`,
      [bob.userId, eve.userId],
    )

    expect(await marksOf(bob)).toEqual({ stars: [], tags: {} })
  })

  test('cannot pass off as marks what a member sealed with the key of the space', async () => {
    await star(bob, [FOLDER])
    const { spaces } = await teamOf(eve.api, eve.vault, spaceId)
    const name = { kind: 'marks', id: spaceId, version: 1, field: 'marks' }
    const sealed = await spaces[0]?.records.seal(name, utf8(JSON.stringify({ stars: [FILE], tags: {} })))
    await set('update public.space_marks set sealed = $2, space_id = $3, space_epoch = 1 where user_id = $1', [
      bob.userId,
      toBase64Url(sealed ?? new Uint8Array()),
      spaceId,
    ])
    await teamOf(bob.api, bob.vault, spaceId)

    expect(await marksOf(bob)).toEqual({ stars: [], tags: {} })
  })
})
