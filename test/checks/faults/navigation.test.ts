import { testFaults, useFaultStage } from './fault-stage.ts'
import { NAVIGATION_FAULTS } from './navigation-faults.ts'

useFaultStage()

testFaults('navigation', NAVIGATION_FAULTS, { 'NAV-07': 'no_browser' })
