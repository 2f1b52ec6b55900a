import { describe, expect, test } from 'vitest'
import { createTag } from '#vault/folders/tags.ts'
import { markStarred, markTagged, readMarks } from '#vault/spaces/space-marks.ts'
import { ada, bob, eve, server, spaceId, stageSpace } from './space-of-three.ts'

stageSpace()

const FILE = '6f0c3c8e-7d0e-4a7e-9d59-0d4a9f1f2a01'
const FOLDER = '6f0c3c8e-7d0e-4a7e-9d59-0d4a9f1f2a02'
const star = (person: typeof bob, ids: readonly string[], isStarred = true) =>
  markStarred(person.api, person.vault, { teamSpaceId: spaceId, ids, isStarred })
const marksOf = (person: typeof bob) => readMarks(person.api, person.vault, spaceId)
const storedRows = async () => {
  const { rows } = await server.database.owner<{ user_id: string; sealed: string; version: number }>(
    'select user_id, sealed, version from public.space_marks where team_space_id = $1',
    [spaceId],
  )
  return rows
}

describe('what a member marks in a team space', () => {
  test('is their own: a viewer may, and the others see nothing of it', async () => {
    await star(eve, [FILE, FOLDER])
    const tag = await createTag(eve.api, eve.vault, { name: 'Later', color: '#10b981' })
    await markTagged(eve.api, eve.vault, { teamSpaceId: spaceId, fileId: FILE, tagId: tag.id, isOn: true })

    expect(await marksOf(eve)).toEqual({ stars: [FILE, FOLDER], tags: { [FILE]: [tag.id] } })
    for (const other of [ada, bob]) expect(await marksOf(other)).toEqual({ stars: [], tags: {} })
    expect(await bob.api.rest('space_marks?select=user_id')).toEqual([])
  })

  test('is taken away again', async () => {
    const tagId = (await createTag(bob.api, bob.vault, { name: 'Now', color: '#ef4444' })).id
    const pair = { teamSpaceId: spaceId, fileId: FILE, tagId }
    await star(bob, [FILE, FOLDER])
    await markTagged(bob.api, bob.vault, { ...pair, isOn: true })
    await star(bob, [FILE], false)
    await markTagged(bob.api, bob.vault, { ...pair, isOn: false })

    expect(await marksOf(bob)).toEqual({ stars: [FOLDER], tags: {} })
  })

  test('survives two devices that mark at once', async () => {
    await star(bob, [FILE])
    const more = [FOLDER, crypto.randomUUID(), crypto.randomUUID()]

    await Promise.all(more.map((id) => star(bob, [id])))

    expect(new Set((await marksOf(bob)).stars)).toEqual(new Set([FILE, ...more]))
  })

  test('does not show in the length of what is stored', async () => {
    await star(bob, [FILE])
    const [one] = await storedRows()
    await star(bob, [FOLDER, crypto.randomUUID(), crypto.randomUUID()])
    const [four] = await storedRows()

    expect(four?.version).toBe(2)
    expect(four?.sealed.length).toBe(one?.sealed.length)
    expect(four?.sealed).not.toBe(one?.sealed)
  })

  test('is refused where somebody is no member', async () => {
    const other = crypto.randomUUID()
    const marked = markStarred(bob.api, bob.vault, { teamSpaceId: other, ids: [FILE], isStarred: true })

    await expect(marked).rejects.toMatchObject({ code: 'not_allowed' })
  })
})
