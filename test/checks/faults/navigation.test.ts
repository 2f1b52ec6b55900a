import { expect, test } from 'vitest'
import { FOR_EVERYBODY } from '#server/checks/navigation/open-routes.ts'
import { stage, testFaults, useFaultStage } from './fault-stage.ts'
import { NAVIGATION_FAULTS } from './navigation-faults.ts'

useFaultStage()

testFaults('navigation', NAVIGATION_FAULTS, { 'NAV-07': 'no_browser' })

test('every route that is open to strangers is there', () => {
  expect([...FOR_EVERYBODY].filter((route) => !stage.server.services.routes?.has(route))).toEqual([])
})
