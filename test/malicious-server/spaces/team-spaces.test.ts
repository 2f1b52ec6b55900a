/** A server that lies about team spaces: who belongs to them, which key they have, and who wrote what is in them. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toBase64Url } from '#crypto/index.ts'
import { changeTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { changeSpace, seenIn, spaceSeenBy } from '../../support/people/change-space.ts'
import {
  HISTORY,
  PEOPLE,
  type Row,
  SUMMARIES,
  ada,
  attackSummary,
  attacked,
  bob,
  editor,
  epoch,
  eve,
  expectRefused,
  forgedBy,
  isOf,
  manager,
  rowsOf,
  spaceId,
  tamper,
  stageAttackedSpace,
} from './attacked-space.ts'

stageAttackedSpace()

describe('the list of members', () => {
  test('with one role changed is refused', async () => {
    tamper(HISTORY, (row) => ({ ...row, roster: String(row['roster']).replace('"role":"editor"', '"role":"viewer"') }))
    await expectRefused(await bob.reopen())
  })

  test('that an editor signed is refused', async () => {
    await listTeamSpaces(bob.api, bob.vault)
    const { history, wrapped } = await forgedBy(eve, bob)
    attackSummary({ epoch: 2, wrapped_key: wrapped }, [history])
    await expectRefused(bob)
    // Also for who sees the space for the first time.
    await expectRefused(await bob.reopen())
  })

  test('that was seen replaced does not come back', async () => {
    const before = await rowsOf(ada, HISTORY)
    const summaries = (await bob.api.rest(SUMMARIES, { method: 'POST', body: {} })) as Row[]
    const mine = summaries.filter(({ space_id: id }) => id === spaceId)
    await changeSpace(ada, spaceId, { members: [manager(ada), editor(bob)] })
    await listTeamSpaces(bob.api, bob.vault)
    attacked.proxy.tamper((asked, answer) => {
      const old = isOf(asked.path, HISTORY) ? before : isOf(asked.path, SUMMARIES) ? mine : null
      return old && answer.status === 200 ? { body: Buffer.from(JSON.stringify(old)) } : null
    })
    await expectRefused(bob)
    // On another device of the same person as well.
    await expectRefused(await bob.reopen())
  })

  test('with another history below is refused', async () => {
    await changeSpace(ada, spaceId, { name: 'Council' })
    tamper(HISTORY, (row) =>
      row['epoch'] === 2 ? row : { ...row, roster: String(row['roster']).replace('editor', 'viewer') },
    )
    await expectRefused(await bob.reopen())
  })
})

describe('the key', () => {
  test('that the server wrapped itself is refused', async () => {
    const { wrapped } = await forgedBy(eve, bob, 1)
    attackSummary({ wrapped_key: wrapped })
    await expectRefused(await bob.reopen())
  })

  test('of the epoch before cannot be another one', async () => {
    await changeSpace(ada, spaceId, { name: 'Council' })
    tamper(HISTORY, (row) => (row['epoch'] === 2 ? { ...row, previous_key: toBase64Url(randomBytes(60)) } : row))
    await expectRefused(await bob.reopen())
  })
})

describe('the people', () => {
  test('with exchanged keys of a manager are refused', async () => {
    const rows = await rowsOf(bob, PEOPLE)
    const other = rows.find(({ user_id }) => user_id === eve.userId)
    tamper(PEOPLE, (row) =>
      row['user_id'] === ada.userId
        ? { ...row, statement: other?.['statement'], signature: other?.['signature'] }
        : row,
    )
    await expectRefused(await bob.reopen())
  })
})

describe('two histories', () => {
  test('by somebody who was a manager show two codes, which members can compare', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    // Bob is removed; with the server he writes another list, for Eve, who has not seen the real one.
    const { history, wrapped } = await forgedBy(bob, eve, 3)
    const before = await eve.reopen()
    await listTeamSpaces(before.api, before.vault)
    await changeSpace(ada, spaceId, { members: [manager(ada), editor(eve)] })
    const real = await spaceSeenBy(ada, spaceId)
    attacked.proxy.tamper((asked, { body }) => {
      if (!isOf(asked.path, SUMMARIES) && !isOf(asked.path, HISTORY)) return null
      const rows = JSON.parse(body.toString()) as Row[]
      const changed = isOf(asked.path, HISTORY)
        ? [history, ...rows.slice(1)]
        : rows.map((row) => (row['space_id'] === spaceId ? { ...row, wrapped_key: wrapped } : row))
      return { body: Buffer.from(JSON.stringify(changed)) }
    })
    const shown = await spaceSeenBy(before, spaceId)
    expect(shown?.code).not.toBe(real?.code)
    attacked.proxy.honest()
    expect(await spaceSeenBy(await eve.reopen(), spaceId)).toMatchObject({ code: real?.code })
  })

  test('of one number do not exchange a list under the hands of a manager', async () => {
    const seen = { ...seenIn((await spaceSeenBy(ada, spaceId))!), rosterHash: toBase64Url(randomBytes(32)) }
    await expect(changeTeamSpace(ada.api, ada.vault, { id: spaceId, name: 'Council', seen })).rejects.toMatchObject({
      code: 'space_changed',
    })
    expect(await epoch()).toBe(1)
  })
})
