import { testTogether } from './faults/fault-groups.ts'
import { stage, useFaultStage } from './faults/fault-stage.ts'
import { SAMPLE } from './faults/sample.ts'

useFaultStage()

testTogether(
  () => stage.front.services,
  SAMPLE,
  SAMPLE.map(({ id }) => id),
)
