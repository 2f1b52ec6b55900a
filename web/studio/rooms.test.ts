import { expect, test } from 'vitest'
import { COPILOT_PLACES } from '#web/messages/copilot-places.ts'
import { studioRooms } from './rooms.ts'
import { studioPath } from './studio-room.ts'

test('each tab is a place of the copilot, for the people whom it is for, and no other is', () => {
  const places = COPILOT_PLACES.filter(({ address }) => /^\/ai-studio\b/.test(address))
  const told = places.map(({ address, permission, role, isOfOperator }) => ({
    address,
    permission,
    role,
    isOfOperator,
  }))
  expect(told).toEqual(studioRooms.map(({ tab, permission }) => ({ address: studioPath(tab), permission })))
})
